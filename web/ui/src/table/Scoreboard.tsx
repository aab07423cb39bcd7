import type { View } from "../gen/truco/rules/v1/rules_pb";
import { texts } from "../i18n";
import { Fosforos } from "./Fosforos";
import { ourTeam, teamName } from "./seating";

/** Both teams' points: the number, and the matchsticks of the tradition. */
export function Scoreboard({ view }: { readonly view: View }) {
  const us = ourTeam(view.seat);
  return (
    <div class="scores">
      <TeamScore view={view} team={us} side="us" />
      <span class="scores-target">{texts.lobby.to(view.target)}</span>
      <TeamScore view={view} team={1 - us} side="them" />
    </div>
  );
}

function TeamScore({ view, team, side }: { readonly view: View; readonly team: number; readonly side: "us" | "them" }) {
  const score = view.score[team] ?? 0;
  return (
    <div class="score" data-side={side}>
      <span class="score-name">{teamName(team, view.seat)}</span>
      <strong class="score-number" key={score} data-testid={`score-${side}`}>{score}</strong>
      <Fosforos score={score} target={view.target} />
    </div>
  );
}
