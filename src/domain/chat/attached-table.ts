/** An attached sheet or text in parsed form. Its contents are data and never instructions. */
export interface AttachedTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: 'text' | 'number' | 'date' | 'empty' }[]
  /** Number of total rows that were left out, because they would count twice. */
  readonly totals?: number
  readonly rows: readonly (readonly (string | number | null)[])[]
}
