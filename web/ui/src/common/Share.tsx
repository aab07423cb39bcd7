import { useRef, useState } from "preact/hooks";

import { texts } from "../i18n";

interface Props {
  readonly url: string;
  /** What the address is of. */
  readonly label: string;
}

/** An address, to pass on: with the device's own sharing where there is one, else copied, else marked to be copied. */
export function Share({ url, label }: Props) {
  const [copied, setCopied] = useState(false);
  const address = useRef<HTMLInputElement>(null);
  const share = async (): Promise<void> => {
    if (navigator.share) return navigator.share({ text: texts.waiting.shareText, url }).catch(() => undefined);
    // Without HTTPS a page may not copy by itself.
    if (!navigator.clipboard) return address.current?.select();
    await navigator.clipboard.writeText(url);
    setCopied(true);
  };
  return (
    <div class="share">
      <input ref={address} class="input" readOnly value={url} aria-label={label} data-testid="share-link" onFocus={(event) => event.currentTarget.select()} />
      <button class="button" type="button" onClick={() => void share()}>{copied ? texts.waiting.copied : texts.waiting.share}</button>
    </div>
  );
}
