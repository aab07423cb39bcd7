import { useState } from "preact/hooks";

import { texts } from "../i18n";
import { Dialog } from "./Dialog";

interface Props {
  readonly title: string;
  readonly about: string;
  readonly asksPassword: boolean;
  readonly onJoin: (password: string) => void;
  readonly onClose: () => void;
  readonly busy: boolean;
  /** What the server said of the last try. */
  readonly notice: string;
}

/** Before sitting down at a private table: which one it is, and its password if it has one. */
export function PasswordDialog({ title, about, asksPassword, onJoin, onClose, busy, notice }: Props) {
  const { lobby } = texts;
  const [password, setPassword] = useState("");
  const submit = (event: Event): void => {
    event.preventDefault();
    onJoin(password);
  };
  return (
    <Dialog label={title} onClose={onClose} testId="password-dialog">
      <form class="dialog-form" onSubmit={submit}>
        <h2>{title}</h2>
        <p class="soft">{about}</p>
        {asksPassword && (
          <label class="rule">
            <span>{lobby.password}</span>
            <input class="input" type="password" autocomplete="off" autofocus required maxLength={64} data-testid="password" value={password} onInput={(event) => setPassword(event.currentTarget.value)} />
          </label>
        )}
        {notice && <p class="form-notice" role="alert" data-testid="password-notice">{notice}</p>}
        <div class="dialog-buttons">
          <button class="button" type="button" onClick={onClose}>{lobby.cancel}</button>
          <button class="button button-main" type="submit" data-testid="password-join" disabled={busy}>{lobby.join}</button>
        </div>
      </form>
    </Dialog>
  );
}
