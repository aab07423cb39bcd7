import { texts } from "../i18n";
import { choicesOf, isList, sameValue, type OptionName, type OptionValue } from "../rules/rulebook";
import { optionName, valueName } from "../rules/words";
import { offered, optionOf, withOption, type Choice } from "./choice";

interface Props {
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
  /** The options that the server named when it refused the table. */
  readonly blamed: readonly OptionName[];
}

/** Every option, by the chapter under which it is looked for. */
export const CHAPTERS: Readonly<Record<string, readonly OptionName[]>> = {
  match: ["target", "chicos_to_win"],
  envido: ["falta", "envido_chain", "envido_by", "envido_over_truco"],
  truco: ["truco_by", "tapada_from_trick", "mazo", "mazo_bonus"],
  flor: ["flor", "muestra", "perros", "flor_replies", "resto", "flor_announce", "flor_timing", "flor_count", "achico_points", "flor_vs_flor_points", "contraflor_refused", "resto_refused"],
  six: ["pica_pica", "pica_from", "pica_until", "pica_falta", "pica_resto"],
  table: ["partner_cards", "refusal", "senas"],
};

/** What the chosen rules leave open, and behind it every rule there is. */
export function Options({ choice, onChange, blamed }: Props) {
  const { rules } = texts;
  const open = offered(choice);
  const changes = Object.keys(choice.options).length;
  const field = (option: OptionName, choices: readonly OptionValue[], where: string) => (
    <Field key={option} id={`${where}-${option}`} option={option} choices={choices} choice={choice} onChange={onChange} blamed={blamed.includes(option)} />
  );
  return (
    <>
      {open.length > 0 && <div class="offers" role="group" aria-label={rules.more} data-testid="offers">{open.map(([option, choices]) => field(option, choices, "offer"))}</div>}
      <details class="all-rules" data-testid="all-rules" open={blamed.length > 0 || undefined}>
        <summary>{rules.all}{changes > 0 && <span class="badge" data-testid="changes">{rules.changed(changes)}</span>}</summary>
        <p class="soft">{rules.allHint}</p>
        {Object.entries(CHAPTERS).map(([group, options]) => (
          <fieldset key={group} class="rule-group">
            <legend>{rules.groups[group]}</legend>
            {options.map((option) => field(option, choicesOf(option), "rule"))}
          </fieldset>
        ))}
        <button type="button" class="button button-plain" disabled={changes === 0} data-testid="reset-rules" onClick={() => onChange({ ...choice, options: {} })}>{rules.reset}</button>
      </details>
    </>
  );
}

interface FieldProps {
  readonly id: string;
  readonly option: OptionName;
  readonly choices: readonly OptionValue[];
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
  readonly blamed: boolean;
}

/** One option: a box to tick, a list to choose from, or, for the replies to a flor, boxes of which some are ticked. */
function Field({ id, option, choices, choice, onChange, blamed }: FieldProps) {
  const value = optionOf(choice, option);
  const set = (chosen: OptionValue): void => onChange(withOption(choice, option, chosen));
  const marks = { "data-changed": option in choice.options, "data-blamed": blamed };
  if (isList(value)) return <Boxes id={id} option={option} items={choices} value={value} marks={marks} onChange={set} />;
  if (typeof value === "boolean") {
    return (
      <label class="rule rule-short" {...marks}>
        <span>{optionName(option)}</span>
        <input type="checkbox" data-testid={id} checked={value} aria-invalid={blamed} onChange={(event) => set(event.currentTarget.checked)} />
      </label>
    );
  }
  return (
    <label class={`rule ${typeof value === "string" ? "" : "rule-short"}`} {...marks}>
      <span>{optionName(option)}</span>
      <Pick id={id} option={option} choices={choices} value={value} blamed={blamed} onChange={set} />
    </label>
  );
}

interface PickProps {
  readonly id: string;
  readonly option: OptionName;
  readonly choices: readonly OptionValue[];
  readonly value: OptionValue;
  readonly blamed: boolean;
  readonly onChange: (value: OptionValue) => void;
}

/** A list of values; one that was set elsewhere and is not offered here is shown all the same. */
function Pick({ id, option, choices, value, blamed, onChange }: PickProps) {
  const all = choices.some((one) => sameValue(one, value)) ? choices : [...choices, value];
  return (
    <select class="input" data-testid={id} value={all.findIndex((one) => sameValue(one, value))} aria-invalid={blamed} onChange={(event) => onChange(all[Number(event.currentTarget.value)] ?? null)}>
      {all.map((one, index) => <option key={index} value={index}>{valueName(option, one)}</option>)}
    </select>
  );
}

interface BoxesProps {
  readonly id: string;
  readonly option: OptionName;
  readonly items: readonly OptionValue[];
  readonly value: readonly string[];
  readonly marks: object;
  readonly onChange: (value: readonly string[]) => void;
}

function Boxes({ id, option, items, value, marks, onChange }: BoxesProps) {
  const all = items.map(String);
  const toggled = (item: string): readonly string[] => all.filter((one) => (one === item) !== value.includes(one));
  return (
    <div class="rule" role="group" aria-label={optionName(option)} {...marks}>
      <span aria-hidden="true">{optionName(option)}</span>
      <span class="boxes">
        {all.map((item) => (
          <label key={item}>
            <input type="checkbox" checked={value.includes(item)} data-testid={`${id}-${item}`} onChange={() => onChange(toggled(item))} />
            {valueName(option, [item])}
          </label>
        ))}
      </span>
    </div>
  );
}
