/**
 * Content of a print; `layoutPrintSheet` renders it. All values are already text, so a print shows
 * what the screen showed when it was requested.
 */
export interface PrintSheet {
  /** Printed large at the top; also the default file name of a PDF. */
  readonly title: string
  /** Lines under the title: search conditions, period, number of records. */
  readonly subtitleLines: readonly string[]
  /** Who prints and when (출력자, 출력일시), in the footer of every page. */
  readonly printed: string
  readonly orientation: 'landscape' | 'portrait'
  readonly blocks: readonly PrintBlock[]
  /** Which records it contains, for the trail. */
  readonly trailInfo: PrintTrail
}

export interface PrintTrail {
  /** Name of the book; absent for figures over several books. */
  readonly collection?: string
  /** Set when it shows a single record. */
  readonly recordId?: string
  readonly rows: number
  /** Labels of its columns. */
  readonly fields?: readonly string[]
  readonly search?: string
  /** As JSON. */
  readonly filters?: string
}

export type PrintBlock = PrintTable | PrintBars | PrintEntries

/** Rows under their columns. As the first block, its header repeats the title on every page. */
export interface PrintTable {
  readonly kind: 'table'
  readonly columns: readonly PrintColumn[]
  /** Column widths in pt, from `fitColumns`. */
  readonly fit: ColumnFit
  readonly rows: readonly (readonly string[])[]
  /** Indexes of the rows printed like a total: subtotals in between. */
  readonly sumRows?: ReadonlySet<number>
  /** Printed once, after the last row. */
  readonly total?: readonly string[]
}

export interface PrintColumn {
  readonly label: string
  readonly align: 'start' | 'center' | 'end'
  /** Numbers, money and dates, which never wrap. */
  readonly isUnbroken: boolean
  /** Width of the column on screen; columns share the paper in this proportion. */
  readonly width: number
}

export interface ColumnFit {
  /** Font size in pt. */
  readonly font: number
  readonly widths: readonly number[]
}

/** Horizontal bars, one line each with its value as text. */
export interface PrintBars {
  readonly kind: 'bars'
  readonly title: string
  readonly bars: readonly { readonly label: string; readonly value: number; readonly text: string }[]
}

/** Names and values of one record under a heading. `columnCount` is how many are side by side. */
export interface PrintEntries {
  readonly kind: 'entries'
  readonly title: string
  readonly columnCount: 1 | 2
  readonly entries: readonly { readonly label: string; readonly text: string }[]
}
