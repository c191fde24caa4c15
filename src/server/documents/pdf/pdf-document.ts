import type { OfficeSeal } from '#domain/office/office-words.ts'

/**
 * The office's one port to printed documents: what stands on the paper, said in blocks from top to bottom; A4, one Korean serif face, selectable text. What draws
 * it (pdfkit, in a worker thread) is nobody's business outside this folder. Sizes are in points.
 */
export interface PdfDocument {
  readonly title: string
  readonly author: string
  /** Instant; the same document gives the same bytes on any day. */
  readonly createdAt: string
  /** Stands at the foot of each page beside its number, when there is more than one. */
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
  /** Text of several lines set as that of an official letter (`deposit-cases/letter-text.ts`), and what stands behind its last letter. */
  | { readonly kind: 'prose'; readonly text: string; readonly size: number; readonly end?: string }
  /** A name in bold in the middle, the seal over its last letter. */
  | { readonly kind: 'signature'; readonly text: string; readonly size: number; readonly seal: PdfSeal }
  | { readonly kind: 'rule'; readonly thickness: number }
  | { readonly kind: 'space'; readonly height: number }
  | { readonly kind: 'fields'; readonly size: number; readonly rows: readonly PdfField[] }
  | {
      readonly kind: 'table'
      readonly size: number
      readonly columns: readonly PdfColumn[]
      readonly rows: readonly (readonly string[])[]
    }
  /** At the bottom of the last page, in one piece; `above` goes with it, so that the last page never holds the foot alone. */
  | { readonly kind: 'foot'; readonly above: readonly PdfFlowBlock[]; readonly blocks: readonly PdfFlowBlock[] }

/** Drawn by its strokes, or a picture (PNG or JPEG). */
export type PdfSeal = OfficeSeal | { readonly picture: Uint8Array }

export type PdfFlowBlock = Exclude<PdfBlock, { kind: 'foot' }>

export interface PdfField {
  readonly label: string
  readonly value: string
  readonly isBold?: true
}

export interface PdfColumn {
  readonly header: string
  /** Part of the width of the text, all columns together 1. */
  readonly share: number
}

export const pdfMediaType = 'application/pdf'

export interface WrittenPdf {
  readonly bytes: Uint8Array
  /** Characters that the face has no glyph for, as `U+20BB7`. Each is printed as 〓 and named under the text; it never just vanishes. */
  readonly missing: readonly string[]
}
