import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type FaceWeight = '400Regular' | '700Bold'

/** Cached per thread: parsing a typeface takes longer than drawing a page. */
const parsedFonts = new Map<FaceWeight, unknown>()

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
  const source = parsedFonts.get(weight) ?? readFileSync(fileURLToPath(import.meta.resolve(path)))
  pdf.registerFont(name, source as Buffer).font(name)
  const { _font } = pdf as unknown as { _font: PdfFace }
  parsedFonts.set(weight, _font.font)
  return _font
}

/** 〓, the printers' mark for a missing letter. */
export const missingGlyph = '〓'

/**
 * The printable form of a text: composed (NFC), tabs as spaces, without invisible characters
 * (controls, joiners, variation selectors). A character without a glyph becomes 〓, and its code is
 * added to `missing`.
 */
export function toPrintable(text: string, hasGlyph: (codePoint: number) => boolean, missing: Set<string>): string {
  const shaped = text
    .normalize('NFC')
    .replace(/\t/g, '    ')
    .replace(/[\p{Cc}\p{Cf}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu, '')
  return Array.from(shaped, (character) => {
    const codePoint = character.codePointAt(0) ?? 0
    if (hasGlyph(codePoint)) return character
    missing.add(`U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`)
    return missingGlyph
  }).join('')
}
