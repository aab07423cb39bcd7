import type { ComponentChildren } from "preact";

import { CardImage } from "../cards/Card";
import { texts } from "../i18n";
import { PRESETS, seatsOf } from "../rules/rulebook";
import { presetName } from "../rules/words";
import { optionOf, targets, withOption, withPreset, withSeats, type Choice } from "./choice";

const SEATS = [2, 4, 6] as const;

interface Props {
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

/** How many play, to how many points, and by which rules. */
export function Choices({ choice, onChange }: Props) {
  const { lobby, rules } = texts;
  const target = optionOf(choice, "target");
  return (
    <div class="choices">
      <fieldset class="choice">
        <legend>{lobby.players}</legend>
        {SEATS.map((seats) => (
          <Radio key={seats} name="seats" value={seats} checked={choice.seats === seats} disabled={!seatsOf(choice.preset).includes(seats)} onPick={() => onChange(withSeats(choice, seats))}>
            <strong>{seats}</strong>
            <span>{lobby.playersOf[seats]}</span>
          </Radio>
        ))}
      </fieldset>
      <fieldset class="choice">
        <legend>{lobby.target}</legend>
        {targets(choice).map((points) => (
          <Radio key={points} name="target" value={points} checked={target === points} onPick={() => onChange(withOption(choice, "target", points))}>
            <strong>{points}</strong>
            <span>{texts.common.points(points).replace(/^\d+ /, "")}</span>
          </Radio>
        ))}
      </fieldset>
      <div class="fan" aria-hidden="true">{["1e", "7o", "1b"].map((card) => <CardImage key={card} card={card} />)}</div>
      <fieldset class="choice presets">
        <legend>{rules.preset}</legend>
        {PRESETS.map((preset) => (
          <Radio key={preset} name="preset" value={preset} checked={choice.preset === preset} onPick={() => onChange(withPreset(choice, preset))}>
            {presetName(preset)}
          </Radio>
        ))}
        <p class="soft about" data-testid="preset-about">{rules.presets[choice.preset]?.about}</p>
      </fieldset>
    </div>
  );
}

interface RadioProps {
  readonly name: string;
  readonly value: string | number;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onPick: () => void;
  readonly children: ComponentChildren;
}

/** One of several, as a tile to tap. */
export function Radio({ name, value, checked, disabled = false, onPick, children }: RadioProps) {
  return (
    <label class="option">
      <input type="radio" name={name} value={value} checked={checked} disabled={disabled} onChange={onPick} data-testid={`${name}-${value}`} />
      <span class="option-body">{children}</span>
    </label>
  );
}
