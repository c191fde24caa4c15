/**
 * The interface to workbooks. Only this folder knows the implementations (a small streaming writer
 * of our own, @e965/xlsx for reading). Both run in limited worker threads, so that a sheet of a
 * hundred thousand rows blocks nobody else.
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
  /** Columns frozen at the left; the header row is always frozen. */
  readonly frozenColumns: number
  /** Lines above the header row, as in a letter, each as wide as the table. */
  readonly heading?: readonly { readonly text: string; readonly style: HeadingStyle }[]
}

export type HeadingStyle = 'title' | 'centered' | 'left'

export type CellValue = string | number | null

/** Some rows of a sheet, in order; `isTotal` rows are bold. */
export interface SheetChunk {
  readonly rows: readonly (readonly CellValue[])[]
  readonly isTotal?: true
}

/**
 * A cell as read: empty, text, a plain number, a number displayed differently from its digits
 * (`007`, `1,234원`), a date (`YYYY-MM-DD`, or null when Excel's number is not a date; its time
 * `HH:MM:SS` if it has one), or an unusable value (#REF!, TRUE).
 */
export type ParsedCell =
  | null
  | string
  | number
  /** `merged`: the range of merged cells that this number comes from (`D2:D4`). */
  | { readonly n: number; readonly shown: string; readonly merged?: string }
  | { readonly day: string | null; readonly shown: string; readonly time?: string }
  | { readonly broken: string }

export interface ParsedSheet {
  readonly name: string
  /**
   * Row 0 is the sheet's first row, so index + 1 is Excel's row number. Trailing empty cells are
   * omitted.
   */
  readonly rows: readonly (readonly ParsedCell[])[]
  /** The sheet has more rows than were read. */
  readonly isCut: boolean
  /** Cells merged over rows of one column, whose text or date was copied to the lower rows. */
  readonly merges?: readonly MergedCells[]
  /** Set for a text file that is not Unicode. */
  readonly encoding?: 'CP949'
}

/** Indices; `lastRow` is inclusive. */
export interface MergedCells {
  readonly column: number
  readonly firstRow: number
  readonly lastRow: number
  /** In Excel's notation: `B2:B4`. */
  readonly range: string
}

/** What is needed to choose among the sheets of a workbook. */
export interface SheetHead {
  /** Empty for a text file with one table. */
  readonly name: string
  /** The first rows. */
  readonly rows: readonly (readonly ParsedCell[])[]
  /** Rows that are not empty. */
  readonly filledRows: number
}

export const workbookMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
