/** What is asked of a copy: Ctrl+X marks its cells, Ctrl+Shift+C takes the column names along. */
export interface CopyWish {
  readonly isCut: boolean
  readonly withHeaders: boolean
}
