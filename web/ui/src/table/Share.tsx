import { useState } from "preact/hooks";

import { texts } from "../i18n";

/** The table's address, to pass on: with the device's own sharing where there is one, else copied. */
export function Share({ url }: { readonly url: string }) {
  const [copied, setCopied] = useState(false);
  const share = async (): Promise<void> => {
    if (navigator.share) return navigator.share({ text: texts.waiting.shareText, url }).catch(() => undefined);
    await navigator.clipboard.writeText(url);
    setCopied(true);
  };
  return (
    <div class="share">
      <input class="input" readOnly value={url} aria-label={texts.waiting.link} data-testid="share-link" onFocus={(event) => event.currentTarget.select()} />
      <button class="button" onClick={() => void share()}>{copied ? texts.waiting.copied : texts.waiting.share}</button>
    </div>
  );
}
