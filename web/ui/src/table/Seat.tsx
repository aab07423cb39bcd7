import type { View } from "../gen/truco/rules/v1/rules_pb";
import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { Avatar } from "../common/Avatar";
import { texts } from "../i18n";
import { waitsOut } from "./duel";
import { Held } from "./Held";
import { PlayedCards } from "./PlayedCards";
import { ourTeam, placeOf, seatInfo, seatName } from "./seating";
import { Away } from "./Away";
import type { Moment } from "./scene";
import { Tags } from "./Tags";
import { Timer } from "./Timer";

interface Props {
  readonly seat: number;
  readonly update: TableUpdate;
  readonly view: View;
  readonly speech: string | undefined;
  /** What the player says besides the game. */
  readonly talk: Moment | undefined;
  /** Since when the player is away, Unix milliseconds. */
  readonly away: number | undefined;
}

/** One player: portrait, name, what hangs over the head, the cards held and the cards played. */
export function Seat({ seat, update, view, speech, talk, away }: Props) {
  const info = seatInfo(update, seat);
  const place = placeOf(seat, view.seat, view.seats);
  const ours = seat % 2 === ourTeam(view.seat);
  const awaited = view.awaited.includes(seat);
  const folded = view.folded.includes(seat);
  return (
    <div class={`seat place-${place}`} data-testid={`seat-${seat}`} data-team={ours ? "us" : "them"} data-away={away !== undefined} data-awaited={awaited} data-folded={folded} data-waits={waitsOut(view, seat)}>
      <div class="player">
        <div class="face">
          <Avatar name={info?.name ?? ""} bot={info?.bot ?? false} />
          {awaited && info && <Timer info={info} turnSeconds={update.table?.turnSeconds ?? 0} />}
          {view.mano === seat && view.hand > 0 && <span class="chip-mano" title={texts.table.mano}>{texts.table.mano}</span>}
        </div>
        <span class="name">{seatName(update, seat)}</span>
        <span class="under">
          {place !== 0 && !folded && <Held seat={seat} name={seatName(update, seat)} view={view} />}
          <Tags seat={seat} bot={info?.bot ?? false} view={view} />
          {info?.standIn && <span class="tag tag-stand-in" data-testid={`stand-in-${seat}`}>{texts.table.standIn}</span>}
          {away !== undefined && <Away seat={seat} sinceMs={away} />}
        </span>
        {speech && <span key={speech} class="bubble" data-testid={`bubble-${seat}`} aria-hidden="true">{speech}</span>}
        {talk && !speech && <span key={talk.text} class="bubble bubble-talk" data-to={talk.talk} data-testid={`talk-${seat}`} aria-hidden="true">{talk.text}</span>}
      </div>
      <PlayedCards seat={seat} view={view} />
    </div>
  );
}
