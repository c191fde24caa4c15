import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type FaceWeight = '400Regular' | '700Bold'

/** Cached per thread: parsing a typeface takes longer than drawing a page. */
const parsed = new Map<FaceWeight, unknown>()

/** pdfkit's internal state of a typeface in a document. */
export interface PdfFace {
  readonly id: string
  readonly font: {
    readonly characterSet: readonly number[]
    glyphForCodePoint(codePoint: number): Glyph
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  readonly subset: { includeGlyph(id: number): number }
  readonly scale: number
  readonly widths: number[]
  readonly unicode: (readonly number[])[]
  ref(): unknown
}

export interface Glyph {
  readonly id: number
  readonly advanceWidth: number
}

/**
 * Registers Noto Serif KR (OFL) as a font of the document. It has Hanja, which names need and
 * Pretendard lacks. Both weights have the same characters.
 */
export function openNotoSerif(pdf: PDFKit.PDFDocument, weight: FaceWeight, name: string): PdfFace {
  const path = `@expo-google-fonts/noto-serif-kr/${weight}/NotoSerifKR_${weight}.ttf`
  // pdfkit accepts a parsed typeface instead of a file, which its types do not declare.
  const source = parsed.get(weight) ?? readFileSync(fileURLToPath(import.meta.resolve(path)))
  pdf.registerFont(name, source as Buffer).font(name)
  const { _font } = pdf as unknown as { _font: PdfFace }
  parsed.set(weight, _font.font)
  return _font
}
