import { useState } from "preact/hooks";

import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { Phase, type View } from "../gen/truco/rules/v1/rules_pb";
import { chicosToWin } from "../rules/message";
import { Actions } from "./Actions";
import { Bench } from "./Bench";
import { waitsOut } from "./duel";
import { Felt } from "./Felt";
import { Hand } from "./Hand";
import type { Links } from "./links";
import { Log } from "./Log";
import { Menu } from "./Menu";
import { Over } from "./Over";
import { Scoreboard } from "./Scoreboard";
import type { TableSession, TableState } from "./session";
import { Status } from "./Status";

interface Props {
  readonly session: TableSession;
  readonly state: TableState;
  readonly update: TableUpdate;
  readonly view: View;
  readonly links: Links;
}

/** A match being played, or just ended. */
export function Board({ session, state, update, view, links }: Props) {
  const [covering, setCovering] = useState(false);
  const over = view.phase === Phase.OVER;
  return (
    <div class="board">
      <header class="board-head">
        <Scoreboard view={view} chicos={chicosToWin(update.table?.ruleset)} />
        <Menu session={session} state={state} update={update} over={over} links={links} />
      </header>
      <Felt state={state} update={update} view={view} />
      <section class="tray">
        <Status update={update} view={view} />
        {over && <Over session={session} update={update} view={view} links={links} />}
        {!over && view.seat !== undefined && (
          <>
            {waitsOut(view, view.seat) ? (
              <Bench update={update} view={view} />
            ) : (
              <Hand session={session} view={view} covering={covering} onPlayed={() => setCovering(false)} busy={state.busy} />
            )}
            <Actions session={session} view={view} covering={covering} onCover={setCovering} busy={state.busy} />
          </>
        )}
      </section>
      <aside class="side"><Log lines={state.log} /></aside>
    </div>
  );
}
