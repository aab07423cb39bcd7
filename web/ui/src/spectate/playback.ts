/** A finished hand step by step: what everybody could see after each record, folded from its events. */

import { create } from "@bufbuild/protobuf";

import { TableUpdateSchema, type SpectatedHand, type TableUpdate } from "../gen/truco/play/v1/play_pb";
import { ActionKind, PendingSchema, Phase, PlayedCardSchema, ViewSchema, type Event, type View } from "../gen/truco/rules/v1/rules_pb";

/** The table after each step of a hand, the last one as the server shows it. `before` is the table before the hand, if it was seen. */
export function framesOf(hand: SpectatedHand, before: View | undefined): readonly TableUpdate[] {
  const end = hand.view;
  if (!end) return [];
  let view = start(end, hand, before);
  return hand.steps.map(({ events }, index) => {
    view = index === hand.steps.length - 1 ? end : events.reduce(after, view);
    return create(TableUpdateSchema, { ...(hand.table && { table: hand.table }), events, view });
  });
}

/** The table before the hand's first step. */
function start(end: View, { steps }: SpectatedHand, before: View | undefined): View {
  const follows = before !== undefined && before.hand === end.hand - 1;
  const score = follows ? before.score : scoreBefore(end, steps.flatMap((step) => step.events));
  const fresh = { phase: Phase.DEAL, score: [...score], chicos: [...(follows ? before.chicos : end.chicos)], truco: 1, cardsLeft: Array<number>(end.seats).fill(0) };
  const { seats, target, dealer, mano, playing } = end;
  return create(ViewSchema, { seats, target, dealer, mano, playing: [...playing], hand: end.hand, ...fresh });
}

/** The points before the hand, from those after it. */
function scoreBefore(end: View, events: readonly Event[]): readonly number[] {
  return events.reduce((score, { kind }) => {
    if (kind.case !== "scored") return score;
    const { team, points } = kind.value;
    return score.map((own, one) => (one === team ? Math.max(0, own - points) : own));
  }, end.score as readonly number[]);
}

function after(view: View, { kind }: Event): View {
  switch (kind.case) {
    case "handDealt": {
      const { hand, dealer, mano, muestra } = kind.value;
      const playing = view.playing.length > 0 ? view.playing : Array.from({ length: view.seats }, (_, seat) => seat);
      const cardsLeft = view.cardsLeft.map((_, seat) => (playing.includes(seat) ? 3 : 0));
      return { ...view, hand, dealer, mano, muestra, cardsLeft, phase: Phase.PLAY, played: [], tricks: [], said: [], shown: [], sung: [], folded: [] };
    }
    case "cardPlayed": {
      const { seat, trick, card, faceDown } = kind.value;
      const played = create(PlayedCardSchema, { seat, trick, card, faceDown });
      return { ...view, played: [...view.played, played], cardsLeft: view.cardsLeft.map((left, one) => (one === seat ? Math.max(0, left - 1) : left)) };
    }
    case "called":
      return called(view, kind.value.seat, kind.value.call);
    case "declared":
      return { ...view, said: [...view.said, kind.value] };
    case "scored": {
      const { team, points } = kind.value;
      return { ...view, score: view.score.map((own, one) => (one === team ? own + points : own)) };
    }
    case "trickEnded":
      return { ...view, tricks: [...view.tricks, kind.value.result] };
    case "cardsShown":
      return { ...view, shown: [...view.shown, kind.value] };
    default:
      return view;
  }
}

const WORTH: Partial<Record<ActionKind, number>> = { [ActionKind.TRUCO]: 2, [ActionKind.RETRUCO]: 3, [ActionKind.VALE_CUATRO]: 4 };

/** What a call changes on the table: the one that waits, what the hand is worth, who is in the mazo and whose flor is sung. */
function called(view: View, seat: number, call: ActionKind): View {
  if (call === ActionKind.MAZO) return { ...view, folded: [...view.folded, seat] };
  if (call === ActionKind.QUIERO) return answered(view, WORTH[view.pending?.call ?? call] ?? view.truco);
  if (call === ActionKind.NO_QUIERO || call === ActionKind.CON_FLOR_ME_ACHICO) return answered(view, view.truco);
  const raised = WORTH[call];
  const behind = raised === undefined && view.pending && WORTH[view.pending.call] ? view.pending.call : view.suspended;
  return {
    ...waiting(view, call, 1 - (seat % 2)),
    suspended: behind,
    // Who raises has taken the call before (rules.md 8).
    truco: raised === undefined ? view.truco : Math.max(view.truco, raised - 1),
    sung: call === ActionKind.FLOR ? [...view.sung, seat] : view.sung,
  };
}

/** After an answer, a truco that an envido or a flor came before waits again. */
function answered(view: View, truco: number): View {
  const { pending, suspended, ...rest } = view;
  const open = { ...rest, suspended: ActionKind.UNSPECIFIED, truco } as View;
  return suspended && pending ? waiting(open, suspended, pending.team) : open;
}

function waiting(view: View, call: ActionKind, team: number): View {
  return { ...view, pending: create(PendingSchema, { call, team }) };
}
