import type { View } from "../gen/truco/rules/v1/rules_pb";
import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { Avatar } from "../common/Avatar";
import { texts } from "../i18n";
import { waitsOut } from "./duel";
import { Held } from "./Held";
import { PlayedCards } from "./PlayedCards";
import { ourTeam, placeOf, seatInfo, seatName } from "./seating";
import { Tags } from "./Tags";
import { Timer } from "./Timer";

interface Props {
  readonly seat: number;
  readonly update: TableUpdate;
  readonly view: View;
  readonly speech: string | undefined;
}

/** One player: portrait, name, what hangs over the head, the cards held and the cards played. */
export function Seat({ seat, update, view, speech }: Props) {
  const info = seatInfo(update, seat);
  const place = placeOf(seat, view.seat, view.seats);
  const ours = seat % 2 === ourTeam(view.seat);
  const awaited = view.awaited.includes(seat);
  const folded = view.folded.includes(seat);
  return (
    <div class={`seat place-${place}`} data-testid={`seat-${seat}`} data-team={ours ? "us" : "them"} data-awaited={awaited} data-folded={folded} data-waits={waitsOut(view, seat)}>
      <div class="player">
        <div class="face">
          <Avatar name={info?.name ?? ""} bot={info?.bot ?? false} />
          {awaited && <Timer deadlineMs={Number(info?.deadlineMs ?? 0n)} />}
          {view.mano === seat && view.hand > 0 && <span class="chip-mano" title={texts.table.mano}>{texts.table.mano}</span>}
        </div>
        <span class="name">{seatName(update, seat)}</span>
        <span class="under">
          {place !== 0 && !folded && <Held seat={seat} name={seatName(update, seat)} view={view} />}
          <Tags seat={seat} bot={info?.bot ?? false} view={view} />
        </span>
        {speech && <span key={speech} class="bubble" data-testid={`bubble-${seat}`} aria-hidden="true">{speech}</span>}
      </div>
      <PlayedCards seat={seat} view={view} />
    </div>
  );
}
