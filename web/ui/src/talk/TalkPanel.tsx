import { useEffect, useRef, useState } from "preact/hooks";

import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import type { Speech } from "../api/commands";
import { useStore } from "../common/store";
import { texts } from "../i18n";
import { Players } from "./Players";
import { Quick } from "./Quick";
import type { Talk } from "./session";
import { TalkLines } from "./TalkLines";
import { isTeamTalk, REACTIONS, reactionWords, senasOf, senaWords } from "./words";

interface Props {
  readonly talk: Talk;
  readonly update: TableUpdate;
  /** Something was said with one tap. */
  readonly onQuick?: () => void;
}

const LONGEST = 200;

/** What is said at the table and in the team, and all that the player may say. */
export function TalkPanel({ talk, update, onQuick }: Props) {
  const state = useStore(talk.store);
  const [team, setTeam] = useState(false);
  const { talk: words } = texts;
  const partners = (update.table?.seats.length ?? 0) > 2;
  const lines = state.lines.filter((line) => isTeamTalk(line) === team);
  const quick = (what: Speech): void => void talk.say(what).then((said) => said && onQuick?.());
  useEffect(() => {
    talk.look(true);
    return () => talk.look(false);
  }, [talk]);
  return (
    <section class="talk" aria-label={words.title} data-testid="talk">
      {partners && (
        <div class="tabs" role="group" aria-label={words.title}>
          <Tab words={words.table} on={!team} testId="talk-table" onPick={() => setTeam(false)} />
          <Tab words={words.team} on={team} testId="talk-team" onPick={() => setTeam(true)} />
        </div>
      )}
      <TalkLines lines={lines} seat={update.seat} />
      {state.notice && <p class="form-notice" role="alert" data-testid="talk-notice">{state.notice}</p>}
      {team ? (
        <Quick label={words.senaTitle} names={senasOf(update.table?.ruleset)} wordsOf={senaWords} kind="sena" onPick={(value) => quick({ case: "sena", value })} />
      ) : (
        <Quick label={words.reactionTitle} names={REACTIONS} wordsOf={reactionWords} kind="reaction" onPick={(value) => quick({ case: "reaction", value })} />
      )}
      <TalkForm key={String(team)} label={team ? words.toTeam : words.toTable} onSay={(value) => talk.say({ case: team ? "teamText" : "tableText", value })} />
      <Players talk={talk} update={update} muted={state.muted} />
    </section>
  );
}

interface TabProps {
  readonly words: string;
  readonly on: boolean;
  readonly testId: string;
  readonly onPick: () => void;
}

function Tab({ words, on, testId, onPick }: TabProps) {
  return <button type="button" class="tab" aria-pressed={on} data-testid={testId} onClick={onPick}>{words}</button>;
}

interface FormProps {
  readonly label: string;
  readonly onSay: (text: string) => Promise<boolean>;
}

/** What was not said stays, to be said again. */
function TalkForm({ label, onSay }: FormProps) {
  const [text, setText] = useState("");
  const sending = useRef(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (sending.current || !text.trim()) return;
    sending.current = true;
    if (await onSay(text.trim())) setText("");
    sending.current = false;
  };
  return (
    <form class="talk-form" onSubmit={(event) => void submit(event)}>
      <input class="input" type="text" autocomplete="off" enterkeyhint="send" maxLength={LONGEST} aria-label={label} placeholder={label} data-testid="talk-input" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <button class="button button-main" type="submit" data-testid="talk-send" disabled={!text.trim()}>{texts.talk.send}</button>
    </form>
  );
}
