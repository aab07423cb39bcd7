import type { View } from "../gen/truco/rules/v1/rules_pb";
import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { CardImage } from "../cards/Card";
import { Avatar } from "../common/Avatar";
import { texts } from "../i18n";
import { PlayedCards } from "./PlayedCards";
import { ourTeam, placeOf, seatInfo, seatName } from "./seating";
import { Timer } from "./Timer";
import { declarationWords } from "./words";

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
    <div class={`seat place-${place}`} data-testid={`seat-${seat}`} data-team={ours ? "us" : "them"} data-awaited={awaited} data-folded={folded}>
      <div class="player">
        <div class="face">
          <Avatar name={info?.name ?? ""} bot={info?.bot ?? false} />
          {awaited && <Timer deadlineMs={Number(info?.deadlineMs ?? 0n)} />}
          {view.mano === seat && view.hand > 0 && <span class="chip-mano" title={texts.table.mano}>{texts.table.mano}</span>}
        </div>
        <span class="name">{seatName(update, seat)}</span>
        <span class="under">
          {info?.bot && <span class="tag">{texts.common.bot}</span>}
          {place !== 0 && !folded && <HeldBacks count={view.cardsLeft[seat] ?? 0} />}
          {folded && <span class="tag">{texts.table.folded}</span>}
          <Tantos view={view} seat={seat} />
        </span>
        {speech && <span key={speech} class="bubble" data-testid={`bubble-${seat}`} aria-hidden="true">{speech}</span>}
      </div>
      <PlayedCards seat={seat} view={view} />
    </div>
  );
}

/** What the seat declared in this hand's envido. */
function Tantos({ view, seat }: { readonly view: View; readonly seat: number }) {
  const declared = view.said.find((declaration) => declaration.seat === seat && declaration.tantos !== undefined);
  return declared ? <span class="tag tag-tantos">{declarationWords(declared)}</span> : null;
}

function HeldBacks({ count }: { readonly count: number }) {
  return (
    <span class="backs" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => <CardImage key={index} card="" />)}
    </span>
  );
}
