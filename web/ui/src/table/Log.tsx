import { useEffect, useRef } from "preact/hooks";

import { texts } from "../i18n";
import type { LogLine } from "./log";

/** What happened, the newest at the bottom and in sight. */
export function Log({ lines }: { readonly lines: readonly LogLine[] }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => list.current?.scrollTo({ top: list.current.scrollHeight }), [lines.length]);
  return (
    <section class="log" aria-label={texts.table.log}>
      <h2>{texts.table.log}</h2>
      <ol ref={list} tabIndex={0} data-testid="log">
        {lines.map((line, index) => <li key={index} data-kind={line.kind}>{line.text}</li>)}
        {lines.length === 0 && <li>{texts.table.logEmpty}</li>}
      </ol>
    </section>
  );
}
