import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Pdf from 'pdfkit'
import { printable } from '../pdf/printable.ts'

/** Letters as they are measured and drawn, one glyph each. */
export interface Typeface {
  /** What can be printed of a text; a letter without a glyph is 〓 and noted. */
  toPrint(text: string): string
  /** In parts of the size of the letters. */
  widthOf(text: string, isBold?: boolean): number
  /** Adds letters to the page: `x`, `y` in points from the left and the top, on the line they stand on. */
  draw(words: DrawnWords): void
  /** Codes of letters that had no glyph, as `U+20BB7`. */
  readonly missing: ReadonlySet<string>
}

export interface DrawnWords {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly isBold: boolean
  /** Between the letters, in points. */
  readonly spacing: number
}

/**
 * Noto Serif KR (OFL) in a PDF, embedded as the letters that are used. Text is not shaped: Hangul is composed and Hanja, Latin and digits of a form need no ligature, so
 * each character is its glyph, looked up once. Shaping each text anew is what makes pdfkit take half a second a page.
 */
export function openTypeface(pdf: PDFKit.PDFDocument): Typeface {
  const faces = { regular: openFace(pdf, '400Regular', 'regular'), bold: openFace(pdf, '700Bold', 'bold') }
  const missing = new Set<string>()
  const hasGlyph = (codePoint: number) => faces.regular.font.hasGlyphForCodePoint(codePoint)
  return {
    missing,
    toPrint: (text) => printable(text, hasGlyph, missing),
    widthOf: (text, isBold = false) => widthIn(isBold ? faces.bold : faces.regular, text),
    draw: (words) => drawIn(pdf, words.isBold ? faces.bold : faces.regular, words),
  }
}

/** The letters that forms can be printed in. HAZARD: reading them takes a tenth of a second; ask once. */
export function printableLetters(): ReadonlySet<number> {
  return new Set(openFace(new Pdf({ autoFirstPage: false }), '400Regular', 'regular').font.characterSet)
}

/** What pdfkit keeps of a typeface, as far as it is used here. */
interface PdfFace {
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
  readonly glyphs: Map<number, KnownGlyph>
}

interface Glyph {
  readonly id: number
  readonly advanceWidth: number
}

interface KnownGlyph {
  readonly width: number
  /** Its place in the embedded subset as four hexadecimal digits, once it was drawn. */
  hex: string | null
  readonly glyph: Glyph
}

function openFace(pdf: PDFKit.PDFDocument, weight: '400Regular' | '700Bold', name: string): PdfFace {
  const path = `@expo-google-fonts/noto-serif-kr/${weight}/NotoSerifKR_${weight}.ttf`
  // What pdfkit made of the file it takes in place of the file; its types do not say so.
  const source = opened.get(path) ?? readFileSync(fileURLToPath(import.meta.resolve(path)))
  pdf.registerFont(name, source as Buffer).font(name)
  const { _font } = pdf as unknown as { _font: Omit<PdfFace, 'glyphs'> }
  opened.set(path, _font.font)
  return Object.assign(_font, { glyphs: new Map<number, KnownGlyph>() })
}

/** Read and taken apart once by a thread that prints many: that takes longer than to draw a page. */
const opened = new Map<string, unknown>()

function glyphOf(face: PdfFace, codePoint: number): KnownGlyph {
  const known = face.glyphs.get(codePoint)
  if (known) return known
  const glyph = face.font.glyphForCodePoint(codePoint)
  const made = { glyph, width: (glyph.advanceWidth * face.scale) / 1000, hex: null }
  face.glyphs.set(codePoint, made)
  return made
}

function widthIn(face: PdfFace, text: string): number {
  let width = 0
  for (const character of text) width += glyphOf(face, character.codePointAt(0) ?? 0).width
  return width
}

/** The glyph's place in the subset, with what a reader needs to select it as text. */
function hexOf(face: PdfFace, codePoint: number): string {
  const known = glyphOf(face, codePoint)
  if (known.hex !== null) return known.hex
  const place = face.subset.includeGlyph(known.glyph.id)
  face.widths[place] ??= known.glyph.advanceWidth * face.scale
  face.unicode[place] ??= [codePoint]
  known.hex = place.toString(16).padStart(4, '0')
  return known.hex
}

function drawIn(pdf: PDFKit.PDFDocument, face: PdfFace, { text, x, y, size, spacing }: DrawnWords): void {
  const { fonts } = pdf.page as unknown as { fonts: Record<string, unknown> }
  fonts[face.id] ??= face.ref()
  let hex = ''
  for (const character of text) hex += hexOf(face, character.codePointAt(0) ?? 0)
  // The page's own axis points down, letters stand up.
  pdf.addContent(`BT /${face.id} ${size} Tf ${point(spacing)} Tc 1 0 0 -1 ${point(x)} ${point(y)} Tm <${hex}> Tj ET`)
}

export function point(value: number): string {
  return String(Math.round(value * 100) / 100)
}
