import { CardImage } from "../cards/Card";
import { texts } from "../i18n";
import type { Choice } from "./session";

const SEATS = [2, 4, 6] as const;
const TARGETS = [15, 30] as const;

interface Props {
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

/** How many play, and to how many points. */
export function Choices({ choice, onChange }: Props) {
  const { lobby } = texts;
  return (
    <div class="choices">
      <fieldset class="choice">
        <legend>{lobby.players}</legend>
        {SEATS.map((seats) => (
          <label key={seats} class="option">
            <input type="radio" name="seats" value={seats} checked={choice.seats === seats} onChange={() => onChange({ ...choice, seats })} data-testid={`seats-${seats}`} />
            <span class="option-body">
              <strong>{seats}</strong>
              <span>{lobby.playersOf[seats]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset class="choice">
        <legend>{lobby.target}</legend>
        {TARGETS.map((target) => (
          <label key={target} class="option">
            <input type="radio" name="target" value={target} checked={choice.target === target} onChange={() => onChange({ ...choice, target })} data-testid={`target-${target}`} />
            <span class="option-body">
              <strong>{target}</strong>
              <span>{texts.common.points(target).replace(/^\d+ /, "")}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="fan" aria-hidden="true">{["1e", "7o", "1b"].map((card) => <CardImage key={card} card={card} />)}</div>
    </div>
  );
}
