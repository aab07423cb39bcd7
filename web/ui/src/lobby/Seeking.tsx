import { SeekState, type SeekStatus } from "../gen/truco/play/v1/play_pb";
import { useNow } from "../common/now";
import { Share } from "../common/Share";
import { texts } from "../i18n";
import { rulesetWords } from "../rules/words";
import { partyQuery } from "./invitation";

interface Props {
  readonly status: SeekStatus;
  readonly busy: boolean;
  readonly onCancel: () => void;
}

/** While others are looked for: what for, since when, and how long it may take. */
export function Seeking({ status, busy, onCancel }: Props) {
  const { seek: words, common, lobby } = texts;
  const seconds = Math.max(0, Math.floor((useNow() - Number(status.sinceMs)) / 1_000));
  const { preset = "", seats = 0, stake = 0n, ranked = false, partySize = 0, botsAfterSeconds = 0, party = "" } = status.seek ?? {};
  const gathering = status.state === SeekState.GATHERING;
  const invitation = { choice: { preset, seats, options: {} }, stake: Number(stake), extras: { ranked, bots: botsAfterSeconds > 0, party: { key: party, size: partySize } } };
  return (
    <section class="panel seeking" data-testid="seeking" data-gathering={gathering}>
      <h2 aria-live="polite">{gathering ? words.gathering : words.waiting}</h2>
      <p class="soft">{[common.seats(seats), ...rulesetWords({ preset }), lobby.stakeIs(Number(stake))].join(" · ")}</p>
      <p class="seeking-time">
        <strong role="timer" data-testid="seek-time">{words.since(seconds)}</strong>
        {status.expectedSeconds !== undefined && <span data-testid="seek-expected">{words.expected(status.expectedSeconds)}</span>}
        <span data-testid="seek-waiting">{gathering ? words.present(status.partyPresent, partySize) : words.others(status.waiting)}</span>
      </p>
      {gathering && <Share url={location.origin + location.pathname + partyQuery(invitation)} label={words.party} />}
      <button class="button" data-testid="cancel-seek" disabled={busy} onClick={onCancel}>{words.cancel}</button>
    </section>
  );
}
