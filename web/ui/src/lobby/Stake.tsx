import { texts } from "../i18n";
import { Radio } from "./Choices";
import { STAKES } from "./extras";

interface Props {
  readonly stake: number;
  readonly guest: boolean;
  readonly onPick: (stake: number) => void;
}

/** What each head stakes; guests see why they can't. */
export function Stake({ stake, guest, onPick }: Props) {
  const { lobby } = texts;
  return (
    <fieldset class="choice stakes">
      <legend>{lobby.stake}</legend>
      {STAKES.map((one) => (
        <Radio key={one} name="stake" value={one} checked={stake === one} disabled={guest && one > 0} onPick={() => onPick(one)}>
          <strong>{one === 0 ? lobby.noStake : one}</strong>
        </Radio>
      ))}
      {guest && <p class="soft about" data-testid="no-stake">{lobby.noStakeForGuests}</p>}
    </fieldset>
  );
}
