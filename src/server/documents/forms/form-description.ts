/**
 * A form on A4, described in bands of boxes from top to bottom; lengths in mm, letters in points. `words` are what stands in a box: fixed letters, and `{name}` for a text of
 * the filled form (`domain/filings/filing.ts`); within `each`, `{0}` is the first cell of the row. A new form is a new description (`form-of.ts`), no code.
 */
export interface FormDescription {
  /** Each begins on a new page. */
  readonly pages: readonly (readonly Band[])[]
  readonly isLandscape?: true
  /** Of a table: stand again at the top of each page that its rows go on to. */
  readonly heads?: readonly Band[]
  /** At the top of each page but the first, above the heads. */
  readonly over?: Band
  /** At the foot of each page: `- 2 -`. */
  readonly hasPageNumbers?: true
  /** Beside them. */
  readonly foot?: { readonly left: string; readonly right: string }
  /** Marks for the seals over the edge between its pages 간인. */
  readonly isSealedAcross?: true
}

/** Box by box from left to right, as wide together as the paper between its margins: 170 mm, of a landscape 267 mm. */
export type Band = RowBand | EachBand | EntriesBand | ItemsBand

interface AnyBand {
  readonly height: number
  /** Takes of what is left on its page when it needs more. */
  readonly grows?: true
  /** At least `height`, and as high as its words are: a row of a table, which moves to the next page rather than shrink. */
  readonly hugs?: true
  /** On the same page as the band before or behind it: a head with its first row, what closes a table with its last. */
  readonly staysWith?: 'before' | 'next'
  /** Stands only when the filled form has this text, or this list, and it is not empty. */
  readonly when?: string
  /** `open`: no rules between this and the open bands beside it. `outside`: not framed at all. */
  readonly rules?: 'open' | 'outside'
}

/** One row of boxes. */
export interface RowBand extends AnyBand {
  readonly kind: 'row'
  readonly cells: readonly Cell[]
}

/** One such row for each row of a list. */
export interface EachBand extends AnyBand {
  readonly kind: 'each'
  readonly list: string
  /** Rows that have something in this place are struck out, and can still be read. */
  readonly struckBy?: number
  readonly cells: readonly Cell[]
}

/** Rows of a list in one box for those with the same first cell: the parties of a side, their lines beside each other. */
export interface EntriesBand extends AnyBand {
  readonly kind: 'entries'
  readonly list: string
  readonly columns: readonly EntryColumn[]
}

/** A list in one box, filled column by column; each item's first cell on the left, its second on the right. */
export interface ItemsBand extends AnyBand {
  readonly kind: 'items'
  readonly list: string
  readonly columns: number
  /** What the annex calls it. */
  readonly name: string
}

export interface Cell extends Letters {
  readonly width: number
  readonly words: string
  /** What the annex calls it when it does not fit; absent: the first box of its row. */
  readonly name?: string
}

export interface EntryColumn extends Letters {
  readonly width: number
  /** What the annex calls it. */
  readonly name: string
}

export interface Letters {
  readonly size?: number
  readonly align?: 'left' | 'center' | 'right'
  readonly vertical?: 'top' | 'middle'
  /** Between the letters, in parts of their size. */
  readonly spacing?: number
  readonly isBold?: true
}

/** Lengths of a sheet in mm. */
export interface Paper {
  readonly width: number
  readonly height: number
  readonly margin: number
}

export function paperOf({ isLandscape }: Pick<FormDescription, 'isLandscape'>): Paper {
  return isLandscape ? { width: 297, height: 210, margin: 15 } : { width: 210, height: 297, margin: 20 }
}

/** Between the margins. */
export function contentOf({ width, height, margin }: Paper): { width: number; height: number } {
  return { width: width - 2 * margin, height: height - 2 * margin }
}

/** Letters of a box, and how small they may become before the box refers to the annex 별지. */
export const defaultFontSize = 10.5
export const smallestSize = 7
