import { TrickResult, type PlayedCard, type View } from "../gen/truco/rules/v1/rules_pb";
import { CardImage } from "../cards/Card";
import { cardText } from "../i18n";

/** The cards that a seat has on the table, first trick first, and those it shows when the hand has ended. */
export function PlayedCards({ seat, view }: { readonly seat: number; readonly view: View }) {
  const played = view.played.filter((play) => play.seat === seat);
  const shown = view.shown.find((cards) => cards.seat === seat)?.cards ?? [];
  return (
    <ul class="played" data-testid={`played-${seat}`}>
      {played.map((play) => (
        <li key={`${view.hand}-${play.trick}`} class="played-card" data-old={play.trick < view.tricks.length} data-covered={play.faceDown} data-won={won(play, view)}>
          <CardImage card={play.faceDown ? "" : play.card} alt={cardText(play.faceDown ? "" : play.card)} />
        </li>
      ))}
      {shown.map((card) => (
        <li key={`${view.hand}-${card}`} class="played-card" data-shown="true"><CardImage card={card} alt={cardText(card)} /></li>
      ))}
    </ul>
  );
}

/** Whether the card belongs to the team that won its trick. */
function won(play: PlayedCard, view: View): boolean {
  const result = view.tricks[play.trick];
  return result === (play.seat % 2 === 0 ? TrickResult.TEAM_0 : TrickResult.TEAM_1);
}
