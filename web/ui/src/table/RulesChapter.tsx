import type { RulesGrid, RulesSection } from "../gen/truco/rules/v1/words_pb";

/** One chapter of the rules. */
export function RulesChapter({ section }: { readonly section: RulesSection }) {
  return (
    <section class="rules-chapter" data-chapter={section.name}>
      <h3>{section.title}</h3>
      {section.paragraphs.map((paragraph) => <p key={paragraph}>{paragraph}</p>)}
      {section.grid && <Grid grid={section.grid} />}
    </section>
  );
}

function Grid({ grid }: { readonly grid: RulesGrid }) {
  return (
    <table>
      <thead>
        <tr>{grid.head.map((heading) => <th key={heading} scope="col">{heading}</th>)}</tr>
      </thead>
      <tbody>
        {grid.rows.map(({ cells }) => <tr key={cells[0]}>{cells.map((cell, column) => <td key={column}>{cell}</td>)}</tr>)}
      </tbody>
    </table>
  );
}
