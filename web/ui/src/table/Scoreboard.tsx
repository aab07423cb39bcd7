import type { View } from "../gen/truco/rules/v1/rules_pb";
import { texts } from "../i18n";
import { Fosforos } from "./Fosforos";
import { ourTeam, teamName } from "./seating";

/** Both teams' points: the number, and the matchsticks of the tradition. */
export function Scoreboard({ view, chicos }: { readonly view: View; readonly chicos: number }) {
  const us = ourTeam(view.seat);
  return (
    <div class="scores">
      <TeamScore view={view} team={us} side="us" chicos={chicos} />
      <span class="scores-target">{texts.lobby.to(view.target)}</span>
      <TeamScore view={view} team={1 - us} side="them" chicos={chicos} />
    </div>
  );
}

interface TeamProps {
  readonly view: View;
  readonly team: number;
  readonly side: "us" | "them";
  /** The chicos that win the match. */
  readonly chicos: number;
}

function TeamScore({ view, team, side, chicos }: TeamProps) {
  const score = view.score[team] ?? 0;
  return (
    <div class="score" data-side={side}>
      <span class="score-name">
        {teamName(team, view.seat)}
        {chicos > 1 && <Chicos won={view.chicos[team] ?? 0} needed={chicos} side={side} />}
      </span>
      <strong class="score-number" key={score} data-testid={`score-${side}`}>{score}</strong>
      <Fosforos score={score} target={view.target} />
    </div>
  );
}

/** The chicos won so far, of those that win the match. */
function Chicos({ won, needed, side }: { readonly won: number; readonly needed: number; readonly side: string }) {
  return <span class="chicos" role="img" aria-label={texts.table.chicos(won, needed)} data-testid={`chicos-${side}`}>{"●".repeat(won) + "○".repeat(needed - won)}</span>;
}
