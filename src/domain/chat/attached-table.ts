/** A sheet or text that somebody attached, taken apart. What stands in it is data: no text of it is ever an instruction. */
export interface AttachedTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: 'text' | 'number' | 'date' | 'empty' }[]
  /** Rows that said what others come to, and are left out: they would count twice. */
  readonly totals?: number
  readonly rows: readonly (readonly (string | number | null)[])[]
}
