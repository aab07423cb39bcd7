import { useState } from "preact/hooks";

import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { Phase, type View } from "../gen/truco/rules/v1/rules_pb";
import { useWide } from "../common/wide";
import { chicosToWin } from "../rules/message";
import { TalkButton } from "../talk/TalkButton";
import { TalkPanel } from "../talk/TalkPanel";
import { Actions } from "./Actions";
import { Bench } from "./Bench";
import { waitsOut } from "./duel";
import { endedInVain } from "./ending";
import { Felt } from "./Felt";
import { Hand } from "./Hand";
import type { Links } from "./links";
import { Log } from "./Log";
import { Menu } from "./Menu";
import { Over } from "./Over";
import { Scoreboard } from "./Scoreboard";
import { seatInfo } from "./seating";
import type { TableSession, TableState } from "./session";
import { StandIn } from "./StandIn";
import { Status } from "./Status";

export interface BoardProps {
  readonly session: TableSession;
  readonly state: TableState;
  readonly update: TableUpdate;
  readonly view: View;
  readonly links: Links;
}

/** A match being played, or just ended. */
export function Board({ session, state, update, view, links }: BoardProps) {
  const wide = useWide();
  const absent = view.seat !== undefined && seatInfo(update, view.seat)?.standIn === true;
  const over = view.phase === Phase.OVER || endedInVain(update.table);
  return (
    <div class="board">
      <header class="board-head">
        <Scoreboard view={view} chicos={chicosToWin(update.table?.ruleset)} />
        {view.seat !== undefined && !wide && <TalkButton talk={session.talks} update={update} />}
        <Menu session={session} state={state} update={update} over={over} links={links} />
      </header>
      <Felt state={state} update={update} view={view} />
      <section class="tray">
        {(over || !absent) && <Status update={update} view={view} />}
        {over && <Over session={session} state={state} update={update} view={view} links={links} />}
        {!over && absent && <StandIn session={session} busy={state.busy} />}
        {!over && !absent && <Place session={session} state={state} update={update} view={view} />}
      </section>
      <aside class="side">
        <Log lines={state.log.lines} />
        {wide && view.seat !== undefined && <TalkPanel talk={session.talks} update={update} />}
      </aside>
    </div>
  );
}

/** The viewer's cards and what it may say. */
function Place({ session, state, update, view }: Omit<BoardProps, "links">) {
  const [covering, setCovering] = useState(false);
  if (view.seat === undefined) return null;
  return (
    <>
      {waitsOut(view, view.seat) ? (
        <Bench update={update} view={view} />
      ) : (
        <Hand session={session} view={view} covering={covering} onPlayed={() => setCovering(false)} busy={state.busy} />
      )}
      <Actions session={session} view={view} covering={covering} onCover={setCovering} busy={state.busy} />
    </>
  );
}
