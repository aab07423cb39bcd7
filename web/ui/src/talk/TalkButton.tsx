import { useState } from "preact/hooks";

import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { Dialog } from "../common/Dialog";
import { useStore } from "../common/store";
import { texts } from "../i18n";
import type { Talk } from "./session";
import { TalkPanel } from "./TalkPanel";

/** The way to the talk where there is no room beside the table; it says how much was missed. */
export function TalkButton({ talk, update }: { readonly talk: Talk; readonly update: TableUpdate }) {
  const [open, setOpen] = useState(false);
  const { unread } = useStore(talk.store);
  const { talk: words, common } = texts;
  const label = unread > 0 ? `${words.open}: ${words.unread(unread)}` : words.open;
  return (
    <>
      <button class="menu-button talk-button" type="button" aria-label={label} data-testid="open-talk" data-unread={unread > 0} onClick={() => setOpen(true)}>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 4h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H10l-5 4v-4H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Z" /></svg>
        {unread > 0 && <span class="unread" aria-hidden="true">{unread}</span>}
      </button>
      {open && (
        <Dialog label={words.title} onClose={() => setOpen(false)} testId="talk-dialog">
          <header class="rules-head">
            <h2>{words.title}</h2>
            <button class="rules-close" aria-label={common.close} data-testid="talk-close" onClick={() => setOpen(false)}><span aria-hidden="true">✕</span></button>
          </header>
          <TalkPanel talk={talk} update={update} onQuick={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
