/** What a spectator watches: the finished hands of a table, one hand behind the players, played step by step. */

import type { SpectatedHand, TableUpdate } from "../gen/truco/play/v1/play_pb";
import { Store } from "../common/store";
import { framesOf } from "./playback";

export interface SpectatorState {
  /** The hands that came, each as the table after each of its steps. */
  readonly hands: readonly (readonly TableUpdate[])[];
  readonly hand: number;
  readonly step: number;
  readonly playing: boolean;
}

const START: SpectatorState = { hands: [], hand: 0, step: 0, playing: true };
const STEP_MS = 1_500;
const MOST_HANDS = 60;

export class Spectator {
  readonly store = new Store<SpectatorState>(START);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `shown` hears of every step that is played, to act it out. */
  constructor(private readonly shown: (update: TableUpdate) => void = () => undefined) {}

  /** Takes a hand that has ended. */
  receive(hand: SpectatedHand): void {
    const { hands } = this.store.get();
    const frames = framesOf(hand, hands.at(-1)?.at(-1)?.view);
    if (frames.length === 0) return;
    const dropped = hands.length < MOST_HANDS ? 0 : 1;
    this.change({ hands: [...hands.slice(dropped), frames], hand: Math.max(0, this.store.get().hand - dropped) });
    this.wait();
  }

  /** The table to be shown now; nothing before the first hand has ended. */
  now(): TableUpdate | undefined {
    const { hands, hand, step } = this.store.get();
    return hands[hand]?.[step];
  }

  play(playing: boolean): void {
    this.change({ playing });
    this.wait();
  }

  /** One step on; whether there was one. */
  forward(): boolean {
    const { hands, hand, step } = this.store.get();
    if (step + 1 < (hands[hand]?.length ?? 0)) return this.go(hand, step + 1);
    return hand + 1 < hands.length && this.go(hand + 1, 0);
  }

  /** One step back, by hand. */
  back(): void {
    const { hands, hand, step } = this.store.get();
    this.change({ playing: false });
    if (step > 0) this.change({ step: step - 1 });
    else if (hand > 0) this.change({ hand: hand - 1, step: (hands[hand - 1]?.length ?? 1) - 1 });
  }

  /** To the beginning of the newest hand. */
  latest(): void {
    this.go(this.store.get().hands.length - 1, 0);
    this.play(true);
  }

  private go(hand: number, step: number): boolean {
    this.change({ hand, step });
    const update = this.now();
    if (update) this.shown(update);
    return true;
  }

  private wait(): void {
    clearTimeout(this.timer);
    if (!this.store.get().playing) return;
    this.timer = setTimeout(() => this.forward() && this.wait(), STEP_MS);
  }

  private change(part: Partial<SpectatorState>): void {
    this.store.set({ ...this.store.get(), ...part });
  }
}
