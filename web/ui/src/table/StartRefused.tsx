import type { TableInfo } from "../gen/truco/play/v1/play_pb";
import { reasonText, texts } from "../i18n";

interface Props {
  readonly table: TableInfo;
  /** Names by player id, also of those who do not sit here any more. */
  readonly names: ReadonlyMap<string, string>;
  readonly playerId: string;
}

/** Why the match did not start when it was to, and on whose account. */
export function StartRefused({ table, names, playerId }: Props) {
  const refusal = table.startRefusal;
  if (!refusal) return null;
  const who = refusal.playerIds.flatMap((id) => (id === playerId ? texts.common.you : (names.get(id) ?? [])));
  return (
    <p class="form-notice" role="alert" data-testid="start-refusal">
      {texts.waiting.refused} {reasonText(refusal.reason)} {who.length > 0 && texts.waiting.because(texts.common.list(who))}
    </p>
  );
}
