import { useState } from "preact/hooks";

import { texts } from "../i18n";

interface Props {
  readonly code: string;
  readonly disabled: boolean;
  readonly onFind: (code: string) => void;
}

/** The way to a private table. */
export function JoinByCode({ code: given, disabled, onFind }: Props) {
  const [code, setCode] = useState(given);
  const { lobby } = texts;
  const submit = (event: Event): void => {
    event.preventDefault();
    if (code.trim()) onFind(code.trim());
  };
  return (
    <form class="panel by-code" onSubmit={submit}>
      <label for="code">{lobby.code}</label>
      <input id="code" class="input code" type="text" autocomplete="off" autocapitalize="characters" spellcheck={false} maxLength={32} aria-label={lobby.codeLabel} data-testid="code" value={code} onInput={(event) => setCode(event.currentTarget.value)} />
      <button class="button" type="submit" data-testid="find-table" disabled={disabled || !code.trim()}>{lobby.codeFind}</button>
    </form>
  );
}
