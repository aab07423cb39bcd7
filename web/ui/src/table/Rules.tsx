import { useEffect, useRef, useState } from "preact/hooks";

import type { TableInfo } from "../gen/truco/play/v1/play_pb";
import type { RulesSection } from "../gen/truco/rules/v1/words_pb";
import { Dialog } from "../common/Dialog";
import { texts } from "../i18n";
import { rulesetWords } from "../rules/words";
import { RulesChapter } from "./RulesChapter";
import type { TableSession } from "./session";

interface Props {
  readonly session: TableSession;
  readonly table: TableInfo | undefined;
  readonly onClose: () => void;
}

/** This table's exact rules in words, as the engine tells them. */
export function Rules({ session, table, onClose }: Props) {
  const [sections, setSections] = useState<readonly RulesSection[]>();
  const [failed, setFailed] = useState(false);
  const load = (): void => {
    setFailed(false);
    session.rules().then(setSections, () => setFailed(true));
  };
  useEffect(load, [session]);
  return (
    <Dialog label={texts.tableRules.title} onClose={onClose} testId="rules">
      <header class="rules-head">
        <div>
          <h2>{texts.tableRules.title}</h2>
          <p class="rules-table">{[texts.common.seats(table?.seats.length ?? 0), ...rulesetWords(table?.ruleset)].join(" · ")}</p>
        </div>
        <button class="rules-close" aria-label={texts.common.close} data-testid="rules-close" onClick={onClose}><span aria-hidden="true">✕</span></button>
      </header>
      {sections ? <Chapters sections={sections} /> : <Waiting failed={failed} again={load} />}
    </Dialog>
  );
}

/** The chapters, and an index to jump to one. */
function Chapters({ sections }: { readonly sections: readonly RulesSection[] }) {
  const body = useRef<HTMLDivElement>(null);
  const jump = (index: number): void => body.current?.children[index]?.scrollIntoView({ block: "start" });
  return (
    <>
      <nav class="rules-index" aria-label={texts.tableRules.index}>
        {sections.map(({ name, title }, index) => <button key={name} onClick={() => jump(index)}>{title}</button>)}
      </nav>
      <div class="rules-body" ref={body} tabIndex={0} data-testid="rules-body">
        {sections.map((section) => <RulesChapter key={section.name} section={section} />)}
      </div>
    </>
  );
}

function Waiting({ failed, again }: { readonly failed: boolean; readonly again: () => void }) {
  if (!failed) return <p class="rules-body" role="status">{texts.tableRules.loading}</p>;
  return (
    <div class="rules-body" role="alert">
      <p>{texts.tableRules.failed}</p>
      <button class="button" data-testid="rules-again" onClick={again}>{texts.tableRules.again}</button>
    </div>
  );
}
