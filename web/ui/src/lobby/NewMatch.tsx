import { useState } from "preact/hooks";

import { texts } from "../i18n";
import { targetOf } from "../rules/message";
import type { OptionName } from "../rules/rulebook";
import { FIRST_CHOICE, type Choice } from "./choice";
import { Choices } from "./Choices";
import { partySizes, PLAIN_SEEK, PLAIN_TABLE, practiceOf, seekOf, tableOf, type SeekExtras, type TableExtras } from "./extras";
import { Options } from "./Options";
import { SeekOptions } from "./SeekOptions";
import type { LobbySession } from "./session";
import { Stake } from "./Stake";
import { TableOptions } from "./TableOptions";

interface Props {
  readonly session: LobbySession;
  readonly guest: boolean;
  readonly blamed: readonly OptionName[];
  readonly disabled: boolean;
}

/** What to play, and the three ways to it: whoever looks for the same, bots, or a table of one's own. */
export function NewMatch({ session, guest, blamed, disabled }: Props) {
  const [choice, setChoice] = useState<Choice>(FIRST_CHOICE);
  const [stake, setStake] = useState(0);
  const [extras, setExtras] = useState<TableExtras>(PLAIN_TABLE);
  const [seek, setSeek] = useState<SeekExtras>(PLAIN_SEEK);
  const { lobby } = texts;
  const choose = (next: Choice): void => {
    setChoice(next);
    if (seek.party && !partySizes(next.seats).includes(seek.party.size)) setSeek({ ...seek, party: undefined });
  };
  return (
    <section class="panel new-table">
      <Choices choice={choice} onChange={choose} />
      <Stake stake={stake} guest={guest} onPick={setStake} />
      <div>
        <Options choice={choice} onChange={choose} blamed={blamed} />
        <TableOptions seats={choice.seats} stake={stake} extras={extras} onChange={setExtras} />
        <SeekOptions choice={choice} stake={stake} guest={guest} extras={seek} onChange={setSeek} />
      </div>
      <div class="new-buttons">
        <div>
          <button class="button button-main" data-testid="seek" disabled={disabled} onClick={() => void session.look(seekOf(choice, stake, seek))}>{lobby.play}</button>
          <p class="soft">{lobby.playHint(lobby.to(targetOf({ preset: choice.preset }) ?? 0))}</p>
        </div>
        <div>
          <button class="button" data-testid="quick-start" disabled={disabled} onClick={() => void session.open(practiceOf(choice))}>{lobby.quick}</button>
          <p class="soft">{lobby.quickHint}</p>
        </div>
        <div>
          <button class="button" data-testid="create-table" disabled={disabled} onClick={() => void session.open(tableOf(choice, stake, extras))}>{lobby.open}</button>
          <p class="soft">{lobby.openHint}</p>
        </div>
      </div>
    </section>
  );
}
