import { requestId } from "../api/commands";
import { Pick, Tick } from "../common/Field";
import { Share } from "../common/Share";
import { texts } from "../i18n";
import { rulesetWords } from "../rules/words";
import type { Choice } from "./choice";
import { partySizes, type SeekExtras } from "./extras";
import { partyQuery } from "./invitation";

interface Props {
  readonly choice: Choice;
  readonly stake: number;
  readonly guest: boolean;
  readonly extras: SeekExtras;
  readonly onChange: (extras: SeekExtras) => void;
}

/** How the player wants to meet others: for the ratings or not, with bots in the end or not, with friends or alone. */
export function SeekOptions({ choice, stake, guest, extras, onChange }: Props) {
  const { seek } = texts;
  const { party } = extras;
  const sizes = partySizes(choice.seats);
  const gather = (size: number): void => onChange({ ...extras, party: size ? { key: party?.key ?? requestId(), size } : undefined });
  return (
    <details class="all-rules" data-testid="seek-options">
      <summary>{seek.options}</summary>
      <p class="soft">{seek.hint(rulesetWords({ preset: choice.preset }).join(", "))}</p>
      <div class="offers">
        <Tick label={guest ? seek.rankedGuests : seek.ranked} checked={extras.ranked && !guest} disabled={guest} testId="seek-ranked" onTick={(ranked) => onChange({ ...extras, ranked })} />
        <Tick label={stake > 0 ? seek.botsStake : seek.bots} checked={extras.bots && stake === 0} disabled={stake > 0} testId="seek-bots" onTick={(bots) => onChange({ ...extras, bots })} />
        {sizes.length > 0 && (
          <Pick label={seek.party} value={party?.size ?? 0} choices={[[0, seek.alone], ...sizes.map((size) => [size, seek.partyOf(size)] as const)]} testId="seek-party" onPick={gather} />
        )}
      </div>
      {party && (
        <div class="party">
          <p class="soft">{seek.partyHint}</p>
          <Share url={location.origin + location.pathname + partyQuery({ choice, stake, extras })} label={seek.party} />
        </div>
      )}
    </details>
  );
}
