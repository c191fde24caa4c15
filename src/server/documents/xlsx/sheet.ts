/**
 * The office's one port to workbooks. What stands behind it (a small streaming writer of our own, @e965/xlsx to read) is nobody's business outside this
 * folder, and both only ever run in worker threads with limits: a sheet of a hundred thousand rows must not make anybody else wait.
 */
export interface SheetLayout {
  readonly name: string
  readonly columns: readonly {
    readonly header: string
    readonly width: number
    /** Excel's format code; '@' is text. */
    readonly numberFormat: string
    readonly align: 'left' | 'center' | 'right'
    readonly hidden?: true
  }[]
  /** Columns that stay at the left edge; the header row always stays. */
  readonly frozenColumns: number
  /** Lines above the header row, as on a letter, each as wide as the table. */
  readonly heading?: readonly { readonly text: string; readonly look: HeadingLook }[]
}

export type HeadingLook = 'title' | 'centred' | 'left'

export type WrittenCell = string | number | null

/** Some rows of a sheet, in order; `isTotal` rows are set in bold. */
export interface SheetChunk {
  readonly rows: readonly (readonly WrittenCell[])[]
  readonly isTotal?: true
}

/**
 * A cell as read: empty, text, a plain number, a number that is shown as something else than its digits (`007`, `1,234원`), a day (from a real date
 * cell; `YYYY-MM-DD`, or null when Excel's number is no day; its time `HH:MM:SS` if it has one), or a value that is none (#REF!, TRUE).
 */
export type ReadCell =
  | null
  | string
  | number
  /** `merged`: the range of cells that were merged into the one above, whose number this is (`D2:D4`). */
  | { readonly n: number; readonly shown: string; readonly merged?: string }
  | { readonly day: string | null; readonly shown: string; readonly time?: string }
  | { readonly broken: string }

export interface ReadSheet {
  readonly name: string
  /** Row 0 is the sheet's first row, so index + 1 is the number the user sees in Excel. Trailing empty cells are left off. */
  readonly rows: readonly (readonly ReadCell[])[]
  /** The sheet goes on below what was read. */
  readonly isCut: boolean
  /** Cells merged over rows of one column: the rows below the first were given its text or day. */
  readonly merges?: readonly MergedCells[]
  /** A text in another encoding than Unicode. */
  readonly encoding?: 'CP949'
}

/** Indices; `lastRow` is the last one merged. */
export interface MergedCells {
  readonly column: number
  readonly firstRow: number
  readonly lastRow: number
  /** As Excel writes it: `B2:B4`. */
  readonly range: string
}

/** What tells one sheet of a workbook from the others. */
export interface SheetHead {
  /** Empty where the file is no workbook but a text with one table. */
  readonly name: string
  /** The first rows. */
  readonly rows: readonly (readonly ReadCell[])[]
  /** Rows in which anything stands. */
  readonly filledRows: number
}

export const workbookMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
