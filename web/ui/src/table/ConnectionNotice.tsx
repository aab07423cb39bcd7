import type { Connection } from "../api/watch";
import { texts } from "../i18n";
import type { Links } from "./links";

interface Props {
  readonly connection: Connection;
  readonly links: Links;
  readonly takeOver: () => void;
}

/** Says that the stream is not live, and what the player can do about it. */
export function ConnectionNotice({ connection, links, takeOver }: Props) {
  const { connection: words, common } = texts;
  if (connection === "live") return null;
  return (
    <div class="connection" role="status" data-testid="connection" data-state={connection}>
      {connection === "connecting" && <span>{words.connecting}</span>}
      {connection === "reconnecting" && <span>{words.reconnecting}</span>}
      {connection === "superseded" && (
        <>
          <span>{words.superseded}</span>
          <button class="button button-main" onClick={takeOver}>{words.takeOver}</button>
        </>
      )}
      {connection === "gone" && (
        <>
          <span>{words.gone}</span>
          <a class="button" href={links.lobby}>{common.back}</a>
        </>
      )}
      {connection === "forbidden" && (
        <>
          <span>{words.forbidden}</span>
          <a class="button" href={links.lobby}>{common.back}</a>
        </>
      )}
      {connection === "signed_out" && (
        <>
          <span>{words.signedOut}</span>
          <a class="button" href="/">{words.signIn}</a>
        </>
      )}
      {connection === "suspended" && (
        <>
          <span>{words.suspended}</span>
          <a class="button" href={links.lobby}>{words.seeWhy}</a>
        </>
      )}
    </div>
  );
}
