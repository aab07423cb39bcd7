import { useEffect, useRef } from "preact/hooks";

import type { TalkLine } from "../gen/truco/play/v1/play_pb";
import { texts } from "../i18n";
import { talkText } from "./words";

interface Props {
  readonly lines: readonly TalkLine[];
  /** The viewer's seat. */
  readonly seat: number | undefined;
}

/** Lines of talk, the newest at the bottom and in sight. */
export function TalkLines({ lines, seat }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const { talk, common } = texts;
  useEffect(() => list.current?.scrollTo({ top: list.current.scrollHeight }), [lines.length]);
  return (
    <ol class="talk-lines" ref={list} tabIndex={0} aria-live="off" data-testid="talk-lines">
      {lines.map((line) => (
        <li key={String(line.number)} data-own={line.seat === seat} data-kind={line.what.case}>
          <strong>{line.seat === seat ? common.you : line.name}</strong> {line.what.case === "sena" && <em>({talk.ownSena})</em>} {talkText(line)}
        </li>
      ))}
      {lines.length === 0 && <li class="soft">{talk.none}</li>}
    </ol>
  );
}
