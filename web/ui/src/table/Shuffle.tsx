import type { TableInfo } from "../gen/truco/play/v1/play_pb";
import { texts } from "../i18n";
import type { TableSession } from "./session";

interface Props {
  readonly session: TableSession;
  readonly table: TableInfo | undefined;
}

/** How anybody can check the shuffle: what was fixed before the deal, and once the match has ended what it was made of. */
export function Shuffle({ session, table }: Props) {
  const { shuffle, shuffleHint, commitment, seed, chain, record, recordHint } = texts.table;
  const facts = [[commitment, table?.commitment], [seed, table?.serverSeed], [chain, table?.chain]] as const;
  const download = (): void => void session.record().then((json) => json && save(json, `${table?.matchId ?? ""}.json`));
  return (
    <details class="shuffle" data-testid="shuffle">
      <summary>{shuffle}</summary>
      <p>{shuffleHint}</p>
      <dl>
        {facts.map(([name, value]) => value && (
          <div key={name}>
            <dt>{name}</dt>
            <dd><code>{value}</code></dd>
          </div>
        ))}
      </dl>
      {table?.serverSeed && (
        <>
          <button class="button button-plain" data-testid="record" onClick={download}>{record}</button>
          <p class="soft">{recordHint}</p>
        </>
      )}
    </details>
  );
}

/** Hands a text to the browser as a file. */
function save(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
