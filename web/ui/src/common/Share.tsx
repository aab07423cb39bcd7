import { useState } from "preact/hooks";

import { texts } from "../i18n";

interface Props {
  readonly url: string;
  /** What the address is of. */
  readonly label: string;
}

/** An address, to pass on: with the device's own sharing where there is one, else copied. */
export function Share({ url, label }: Props) {
  const [copied, setCopied] = useState(false);
  const share = async (): Promise<void> => {
    if (navigator.share) return navigator.share({ text: texts.waiting.shareText, url }).catch(() => undefined);
    await navigator.clipboard.writeText(url);
    setCopied(true);
  };
  return (
    <div class="share">
      <input class="input" readOnly value={url} aria-label={label} data-testid="share-link" onFocus={(event) => event.currentTarget.select()} />
      <button class="button" type="button" onClick={() => void share()}>{copied ? texts.waiting.copied : texts.waiting.share}</button>
    </div>
  );
}
