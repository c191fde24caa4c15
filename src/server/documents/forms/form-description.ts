/**
 * An A4 form described as bands of boxes from top to bottom; lengths in mm, letters in points.
 * `template` is the text of a box: fixed text with `{name}` for a value of the filled form
 * (`domain/filings/filing.ts`), or `{0}` for the first cell of a row within `each`. A new form is a
 * new description (`form-by-name.ts`), no code.
 */
export interface FormDescription {
  /** Each begins on a new page. */
  readonly pages: readonly (readonly Band[])[]
  /** Columns whose widths follow the content of the filled form. */
  readonly columns?: readonly TableColumn[]
  readonly isLandscape?: true
  /** Table header, repeated on each page of the table. */
  readonly heads?: readonly Band[]
  /** On each page except the first, above `heads`. */
  readonly over?: Band
  /** At the foot of each page: `- 2 -`. */
  readonly hasPageNumbers?: true
  /** Left and right of the page number. */
  readonly foot?: { readonly left: string; readonly right: string }
  /** Marks for the stamps across the page edges 간인. */
  readonly hasPageStamps?: true
}

/**
 * Boxes from left to right; the widths add up to the paper between its margins: 170 mm, in
 * landscape 267 mm.
 */
export type Band = RowBand | EachBand | EntriesBand | ItemsBand

interface BandBase {
  readonly height: number
  /** Grows into the free space of its page when needed. */
  readonly grows?: true
  /**
   * At least `height`, and as high as its text: a table row, which moves to the next page rather
   * than shrink.
   */
  readonly fitsText?: true
  /**
   * Keeps it on the page of the previous or next band: a header with its first row, a table's end
   * with its last row.
   */
  readonly staysWith?: 'before' | 'next'
  /** Drawn only when the filled form has this text or list, and it is not empty. */
  readonly when?: string
  /** `open`: no rules between this and adjacent open bands. `outside`: not framed at all. */
  readonly rules?: 'open' | 'outside'
}

/** One row of boxes. */
export interface RowBand extends BandBase {
  readonly kind: 'row'
  readonly cells: readonly Cell[]
}

/** One such row for each row of a list. */
export interface EachBand extends BandBase {
  readonly kind: 'each'
  readonly list: string
  /** Rows with a value at this index are struck through but readable. */
  readonly struckBy?: number
  readonly cells: readonly Cell[]
}

/**
 * Rows of a list in one box, for rows with the same first cell: the parties of one side with their
 * values next to each other.
 */
export interface EntriesBand extends BandBase {
  readonly kind: 'entries'
  readonly list: string
  readonly columns: readonly EntryColumn[]
}

/**
 * A list in one box, filled column by column; each item's first cell on the left, its second on the
 * right.
 */
export interface ItemsBand extends BandBase {
  readonly kind: 'items'
  readonly list: string
  readonly columns: number
  /** Title in the annex. */
  readonly name: string
}

export interface TableColumn {
  readonly header: string
  /** The usual width, in mm; columns of text share the free space in proportion to it. */
  readonly width: number
  /** Letter size of its cells. */
  readonly size: number
  /** As wide as its widest text: numbers and days. */
  readonly isUnbroken?: true
}

export interface Cell extends LetterStyle {
  readonly width: number
  /** First and last of the form's `columns` under it, whose widths it takes. */
  readonly columns?: readonly [first: number, last: number]
  readonly template: string
  /** Title in the annex when the text does not fit; absent: the first box of its row. */
  readonly name?: string
}

export interface EntryColumn extends LetterStyle {
  readonly width: number
  /** Title in the annex. */
  readonly name: string
}

export interface LetterStyle {
  readonly size?: number
  readonly align?: 'left' | 'center' | 'right'
  readonly vertical?: 'top' | 'middle'
  /** Letter spacing, as a fraction of the font size. */
  readonly spacing?: number
  readonly isBold?: true
}

/** Paper size in mm. */
export interface PageFormat {
  readonly width: number
  readonly height: number
  readonly margin: number
}

export function choosePageFormat({ isLandscape }: Pick<FormDescription, 'isLandscape'>): PageFormat {
  return isLandscape ? { width: 297, height: 210, margin: 15 } : { width: 210, height: 297, margin: 20 }
}

/** The area between the margins. */
export function getContentArea({ width, height, margin }: PageFormat): { width: number; height: number } {
  return { width: width - 2 * margin, height: height - 2 * margin }
}

/**
 * Default font size of a box (points). Text shrinks to the minimum before it moves to the annex 별지.
 */
export const defaultFontSize = 10.5
export const minFontSize = 7
