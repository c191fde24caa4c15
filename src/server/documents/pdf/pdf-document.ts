import type { OfficeStamp } from '#domain/office/office-stamp.ts'

/**
 * The interface to printed documents: content in blocks from top to bottom, on A4, in one Korean
 * serif typeface, with selectable text. Only this folder knows the renderer (pdfkit in a worker
 * thread). Sizes are in points.
 */
export interface PdfDocument {
  readonly title: string
  readonly author: string
  /** Instant; the same document gives the same bytes on any day. */
  readonly createdAt: string
  /** Text next to the page number at the foot, when there are several pages. */
  readonly pageLine: string
  readonly blocks: readonly PdfBlock[]
}

export type PdfBlock =
  | {
      readonly kind: 'line'
      readonly text: string
      readonly size: number
      readonly isBold?: true
      readonly align?: 'center'
    }
  /**
   * Text formatted like an official letter (`domain/deposit-cases/letter-text.ts`), and its end
   * mark after the last letter.
   */
  | { readonly kind: 'prose'; readonly text: string; readonly size: number; readonly end?: string }
  /** A bold, centered name with the stamp over its last letter. */
  | { readonly kind: 'signature'; readonly text: string; readonly size: number; readonly stamp: PdfStamp }
  | { readonly kind: 'rule'; readonly thickness: number }
  | { readonly kind: 'space'; readonly height: number }
  | { readonly kind: 'fields'; readonly size: number; readonly rows: readonly PdfField[] }
  | {
      readonly kind: 'table'
      readonly size: number
      readonly columns: readonly PdfColumn[]
      readonly rows: readonly (readonly string[])[]
    }
  /**
   * At the bottom of the last page, unsplit; `above` moves with it, so that the foot is never alone
   * on a page.
   */
  | { readonly kind: 'foot'; readonly above: readonly PdfFlowBlock[]; readonly blocks: readonly PdfFlowBlock[] }

/** Drawn from strokes, or a picture (PNG or JPEG). */
export type PdfStamp = OfficeStamp | { readonly picture: Uint8Array }

export type PdfFlowBlock = Exclude<PdfBlock, { kind: 'foot' }>

export interface PdfField {
  readonly label: string
  readonly value: string
  readonly isBold?: true
}

export interface PdfColumn {
  readonly header: string
  /** Fraction of the text width; all columns add up to 1. */
  readonly share: number
}

export const pdfMediaType = 'application/pdf'

export interface WrittenPdf {
  readonly bytes: Uint8Array
  /** Characters without a glyph, as `U+20BB7`. Each is printed as 〓 and listed below the text. */
  readonly missing: readonly string[]
}
