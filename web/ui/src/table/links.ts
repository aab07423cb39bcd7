/** Where the page's links lead. */
export interface Links {
  readonly lobby: string;
  readonly history: string;
  /** The address of a table. */
  readonly table: (tableId: string) => string;
}
