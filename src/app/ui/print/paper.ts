/** What is to stand on paper, said in words and figures; `layoutPaper` draws it. Everything is text already, so that a print shows what the screen showed when it was asked for. */
export interface Paper {
  /** In large letters at the top, and the name of the file where a PDF is kept. */
  readonly title: string
  /** Lines under the title: conditions, period, how many. */
  readonly facts: readonly string[]
  /** Who prints it and when (출력자, 출력일시): at the foot of every page. */
  readonly printed: string
  readonly orientation: 'landscape' | 'portrait'
  readonly blocks: readonly PaperBlock[]
  /** What of the office's records stands on it, for the trail. */
  readonly holds: PaperHolds
}

export interface PaperHolds {
  /** Name of the book; absent: figures over many. */
  readonly collection?: string
  /** Of one record alone. */
  readonly recordId?: string
  readonly rows: number
  /** Labels of the columns that stand on it. */
  readonly fields?: readonly string[]
  readonly search?: string
  /** As JSON. */
  readonly filters?: string
}

export type PaperBlock = PaperTable | PaperBars | PaperEntries

/** Rows under their columns. The first block of a paper repeats the title with its header on every page. */
export interface PaperTable {
  readonly kind: 'table'
  readonly columns: readonly PaperColumn[]
  /** In pt, one for each column; from `fitColumns`. */
  readonly fit: ColumnFit
  readonly rows: readonly (readonly string[])[]
  /** Stands once, after the last row. */
  readonly total?: readonly string[]
}

export interface PaperColumn {
  readonly label: string
  readonly align: 'start' | 'center' | 'end'
  /** Numbers, money, days: never broken over two lines. */
  readonly isWhole: boolean
  /** How wide the column is on the screen; what columns are to each other on paper. */
  readonly width: number
}

export interface ColumnFit {
  /** Of the letters, in pt. */
  readonly font: number
  readonly widths: readonly number[]
}

/** Horizontal bars, a line for each, with the figure in words: whole whatever their number, in ink. */
export interface PaperBars {
  readonly kind: 'bars'
  readonly title: string
  readonly bars: readonly { readonly label: string; readonly value: number; readonly text: string }[]
}

/** Names and values of one record under a heading; `abreast`: how many stand side by side. */
export interface PaperEntries {
  readonly kind: 'entries'
  readonly title: string
  readonly abreast: 1 | 2
  readonly entries: readonly { readonly label: string; readonly text: string }[]
}
