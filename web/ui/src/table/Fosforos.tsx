import { texts } from "../i18n";

/** The strokes of a square of five, in the order in which they are laid. */
const STICKS = [
  [2.5, 3, 2.5, 17],
  [3, 2.5, 17, 2.5],
  [17.5, 3, 17.5, 17],
  [17, 17.5, 3, 17.5],
  [4, 16, 16, 4],
] as const;

interface Props {
  readonly score: number;
  readonly target: number;
}

/** Points as squares of five matchsticks; where there are malas and buenas, a line parts them (rules.md 10). */
export function Fosforos({ score, target }: Props) {
  const half = target > 15 ? target / 2 : target;
  const squares = Array.from({ length: Math.ceil(target / 5) }, (_, square) => Math.min(5, Math.max(0, score - square * 5)));
  return (
    <div class="fosforos" aria-hidden="true" title={target > 15 ? (score < half ? texts.table.malas : texts.table.buenas) : undefined}>
      {squares.map((sticks, square) => (
        <svg key={square} viewBox="0 0 20 20" class={square * 5 === half ? "buenas" : undefined}>
          <rect x="2.5" y="2.5" width="15" height="15" />
          {STICKS.slice(0, sticks).map(([x1, y1, x2, y2], stick) => (
            <g key={stick}>
              <line x1={x1} y1={y1} x2={x2} y2={y2} />
              <circle cx={x2} cy={y2} r="1.9" />
            </g>
          ))}
        </svg>
      ))}
    </div>
  );
}
