import { texts } from "../i18n";
import { rulesetWords } from "../rules/words";
import { seekOf } from "./extras";
import type { Invitation } from "./invitation";
import type { LobbySession } from "./session";

interface Props {
  readonly invitation: Invitation;
  readonly disabled: boolean;
  readonly session: LobbySession;
  readonly onRefuse: () => void;
}

/** For who came by a party's link: the party's seek, and nothing to choose. */
export function Invited({ invitation: { choice, stake, extras }, disabled, session, onRefuse }: Props) {
  const { seek, common, lobby } = texts;
  return (
    <section class="panel invited" data-testid="invited">
      <h2>{seek.invited}</h2>
      <p class="soft">{[seek.partyOf(extras.party?.size ?? 0), common.seats(choice.seats), ...rulesetWords({ preset: choice.preset }), lobby.stakeIs(stake)].join(" · ")}</p>
      <div class="dialog-buttons">
        <button class="button" onClick={onRefuse}>{seek.refuse}</button>
        <button class="button button-main" data-testid="accept-party" disabled={disabled} onClick={() => void session.look(seekOf(choice, stake, extras))}>{seek.accept}</button>
      </div>
    </section>
  );
}
