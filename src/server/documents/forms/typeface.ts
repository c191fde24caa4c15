import Pdf from 'pdfkit'
import { type FaceWeight, type Glyph, openNotoSerif, type PdfFace, toPrintable } from '../noto-serif.ts'

/** Measures and draws letters, one glyph each. */
export interface Typeface {
  /** The printable form of a text; a letter without a glyph becomes 〓 and is added to `missing`. */
  toPrint(text: string): string
  /** Relative to the font size. */
  measureWidth(text: string, isBold?: boolean): number
  /**
   * Adds text to the page: `x`, `y` are the start of the baseline, in points from the left and the
   * top.
   */
  draw(run: StyledRun): void
  /** Letters without a glyph, as `U+20BB7`. */
  readonly missing: ReadonlySet<string>
}

export interface StyledRun {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly isBold: boolean
  /** Letter spacing in points. */
  readonly spacing: number
}

/**
 * Noto Serif KR (OFL) in a PDF, with only the used letters embedded. Text is not shaped: composed
 * Hangul, Hanja, Latin and digits need no ligatures here, so each character is one glyph, looked up
 * once. Shaping every text is what makes pdfkit take half a second per page.
 */
export function openTypeface(pdf: PDFKit.PDFDocument): Typeface {
  const faces = { regular: openFace(pdf, '400Regular', 'regular'), bold: openFace(pdf, '700Bold', 'bold') }
  const missing = new Set<string>()
  const hasGlyph = (codePoint: number) => faces.regular.font.hasGlyphForCodePoint(codePoint)
  return {
    missing,
    toPrint: (text) => toPrintable(text, hasGlyph, missing),
    measureWidth: (text, isBold = false) => measureIn(isBold ? faces.bold : faces.regular, text),
    draw: (run) => drawRun(pdf, run.isBold ? faces.bold : faces.regular, run),
  }
}

/**
 * The letters that forms can print. Loading them takes a tenth of a second; call it once.
 */
export function listPrintableLetters(): ReadonlySet<number> {
  return new Set(openFace(new Pdf({ autoFirstPage: false }), '400Regular', 'regular').font.characterSet)
}

type FormFace = PdfFace & { readonly glyphs: Map<number, CachedGlyph> }

interface CachedGlyph {
  readonly width: number
  /** Its index in the embedded subset as four hexadecimal digits, once drawn. */
  hex: string | null
  readonly glyph: Glyph
}

function openFace(pdf: PDFKit.PDFDocument, weight: FaceWeight, name: string): FormFace {
  const face = openNotoSerif(pdf, weight, name)
  return Object.assign(face, { glyphs: new Map<number, CachedGlyph>() })
}

function getGlyph(face: FormFace, codePoint: number): CachedGlyph {
  const cachedGlyph = face.glyphs.get(codePoint)
  if (cachedGlyph) return cachedGlyph
  const glyph = face.font.glyphForCodePoint(codePoint)
  const cached = { glyph, width: (glyph.advanceWidth * face.scale) / 1000, hex: null }
  face.glyphs.set(codePoint, cached)
  return cached
}

function measureIn(face: FormFace, text: string): number {
  let width = 0
  for (const character of text) width += getGlyph(face, character.codePointAt(0) ?? 0).width
  return width
}

/**
 * The glyph's index in the subset. Also records the character, so that readers can select it as
 * text.
 */
function encodeGlyph(face: FormFace, codePoint: number): string {
  const glyph = getGlyph(face, codePoint)
  if (glyph.hex !== null) return glyph.hex
  const id = face.subset.includeGlyph(glyph.glyph.id)
  face.widths[id] ??= glyph.glyph.advanceWidth * face.scale
  face.unicode[id] ??= [codePoint]
  glyph.hex = id.toString(16).padStart(4, '0')
  return glyph.hex
}

function drawRun(pdf: PDFKit.PDFDocument, face: FormFace, { text, x, y, size, spacing }: StyledRun): void {
  const { fonts } = pdf.page as unknown as { fonts: Record<string, unknown> }
  fonts[face.id] ??= face.ref()
  let hex = ''
  for (const character of text) hex += encodeGlyph(face, character.codePointAt(0) ?? 0)
  // The page's y axis points down, so the letters are flipped upright.
  pdf.addContent(
    `BT /${face.id} ${size} Tf ${formatCoordinate(spacing)} Tc 1 0 0 -1 ${formatCoordinate(x)} ${formatCoordinate(y)} Tm <${hex}> Tj ET`,
  )
}

export function formatCoordinate(value: number): string {
  return String(Math.round(value * 100) / 100)
}
