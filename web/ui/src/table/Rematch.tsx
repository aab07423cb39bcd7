import type { RematchOffer, TableUpdate } from "../gen/truco/play/v1/play_pb";
import { useNow } from "../common/now";
import { texts } from "../i18n";
import type { Links } from "./links";
import { seatName } from "./seating";
import type { TableSession, TableState } from "./session";

interface Props {
  readonly session: TableSession;
  readonly state: TableState;
  readonly update: TableUpdate;
  readonly links: Links;
}

/** Another match with the same seats while that is possible, else a table like this one. */
export function Rematch({ session, state, update, links }: Props) {
  const offer = update.table?.rematch;
  if (offer) return <Offer session={session} state={state} update={update} offer={offer} />;
  const again = (): void => void session.again(update).then((tableId) => tableId && location.assign(links.table(tableId)));
  return (
    <div class="rematch">
      <button class="button button-main" data-testid="again" onClick={again}>{texts.over.again}</button>
    </div>
  );
}

interface OfferProps extends Omit<Props, "links"> {
  readonly offer: RematchOffer;
}

/** Who wants a rematch, and how long it may be wanted. */
function Offer({ session, state, update, offer }: OfferProps) {
  const { rematch } = texts;
  const seconds = Math.max(0, Math.ceil((Number(offer.untilMs) - useNow()) / 1_000));
  const wanted = update.seat !== undefined && offer.wantedBy.includes(update.seat);
  const stake = Number(update.table?.stake ?? 0n);
  return (
    <div class="rematch" data-testid="rematch">
      <p role="status" data-testid="rematch-wanted">{offer.wantedBy.length > 0 ? rematch.wantedBy(texts.common.list(offer.wantedBy.map((seat) => seatName(update, seat)))) : rematch.ask}</p>
      <div class="dialog-buttons">
        {wanted ? (
          <span class="rematch-waits">{rematch.waits}</span>
        ) : (
          <button class="button button-main" data-testid="again" disabled={state.busy} onClick={() => void session.rematch(false)}>{stake > 0 ? rematch.wantFor(texts.lobby.credits(stake)) : rematch.want}</button>
        )}
        <button class="button button-quiet" data-testid="decline-rematch" disabled={state.busy} onClick={() => void session.rematch(true)}>{rematch.decline}</button>
      </div>
      <p class="rematch-time" role="timer" data-testid="rematch-time">{rematch.left(seconds)}</p>
    </div>
  );
}
