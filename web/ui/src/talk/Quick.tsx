interface Props {
  readonly label: string;
  readonly names: readonly string[];
  readonly wordsOf: (name: string) => string;
  readonly kind: "sena" | "reaction";
  readonly onPick: (name: string) => void;
}

/** What can be said with one tap. */
export function Quick({ label, names, wordsOf, kind, onPick }: Props) {
  return (
    <div class="quick" role="group" aria-label={label}>
      {names.map((name) => <button key={name} type="button" class="quick-button" data-testid={`${kind}-${name}`} onClick={() => onPick(name)}>{wordsOf(name)}</button>)}
    </div>
  );
}
