import { texts } from "../i18n";
import type { Spectator } from "./session";

interface Props {
  readonly spectator: Spectator;
  readonly playing: boolean;
  /** Nothing lies before this step, or after it. */
  readonly first: boolean;
  readonly last: boolean;
  /** This is the newest hand. */
  readonly newest: boolean;
}

/** Steps through the hands, by itself or by hand. */
export function Controls({ spectator, playing, first, last, newest }: Props) {
  const { spectate } = texts;
  const forward = (): void => {
    spectator.play(false);
    spectator.forward();
  };
  return (
    <div class="steps-buttons" role="group" aria-label={spectate.steps}>
      <button class="button" data-testid="step-back" aria-label={spectate.back} disabled={first} onClick={() => spectator.back()}><span aria-hidden="true">◀</span></button>
      <button class="button" data-testid="step-play" aria-pressed={playing} onClick={() => spectator.play(!playing)}>{playing ? spectate.pause : spectate.play}</button>
      <button class="button" data-testid="step-forward" aria-label={spectate.forward} disabled={last} onClick={forward}><span aria-hidden="true">▶</span></button>
      <button class="button" data-testid="step-latest" disabled={newest} onClick={() => spectator.latest()}>{spectate.latest}</button>
    </div>
  );
}
