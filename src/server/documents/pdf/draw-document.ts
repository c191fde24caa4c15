import Pdf from 'pdfkit'
import { openNotoSerif, toPrintable } from '../noto-serif.ts'
import { drawBlock, measureHeight } from './draw-block.ts'
import type { PageCanvas } from './page-canvas.ts'
import type { PdfBlock, PdfDocument, PdfFlowBlock, WrittenPdf } from './pdf-document.ts'

/** Draws a document. Call only in a worker thread: shaping Korean text blocks its thread. */
export async function drawDocument(document: PdfDocument): Promise<WrittenPdf> {
  const missing = new Set<string>()
  const pdf = openPdf(document)
  const bytes = collectBytes(pdf)
  openNotoSerif(pdf, '700Bold', 'bold')
  const { font } = openNotoSerif(pdf, '400Regular', 'regular')
  const hasGlyph = (codePoint: number) => font.hasGlyphForCodePoint(codePoint)
  const canvas: PageCanvas = { pdf, margin, toPrint: (text) => toPrintable(text, hasGlyph, missing) }
  for (const block of document.blocks) {
    if (block.kind === 'foot') drawFoot(canvas, block, missing)
    else drawBlock(canvas, block)
  }
  numberPages(canvas, document.pageLine)
  pdf.end()
  return { bytes: await bytes, missing: [...missing] }
}

/** 20 mm. */
const margin = 56.7

function openPdf({ title, author, createdAt }: PdfDocument): PDFKit.PDFDocument {
  return new Pdf({
    size: 'A4',
    margin,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'ko-KR',
    displayTitle: true,
    info: { Title: title, Author: author, Creator: author, Producer: author, CreationDate: new Date(createdAt) },
  })
}

function collectBytes(pdf: PDFKit.PDFDocument): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  pdf.on('data', (piece: Buffer) => pieces.push(piece))
  return new Promise((resolve, reject) => {
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(pieces))))
    pdf.on('error', reject)
  })
}

type Foot = Extract<PdfBlock, { kind: 'foot' }>

/**
 * Draws the note on unprintable characters above the foot, which is at the bottom of this page or
 * the next.
 */
function drawFoot(canvas: PageCanvas, { above, blocks }: Foot, missing: ReadonlySet<string>): void {
  const { pdf } = canvas
  // Measured before reading `missing`: measuring collects the unprintable characters of these
  // blocks.
  const height = measureBlocks(canvas, blocks)
  measureBlocks(canvas, above)
  const closingBlocks = [...above, ...createMissingNote(missing)]
  const top = pdf.page.height - margin - height
  if (pdf.y + measureBlocks(canvas, closingBlocks) > top) pdf.addPage()
  for (const block of closingBlocks) drawBlock(canvas, block)
  pdf.y = top
  for (const block of blocks) drawBlock(canvas, block)
}

function createMissingNote(missing: ReadonlySet<string>): PdfFlowBlock[] {
  if (missing.size === 0) return []
  const text = `※ 〓 자리에는 글꼴에 없는 글자가 있습니다. (${[...missing].join(', ')})`
  return [
    { kind: 'space', height: 6 },
    { kind: 'line', size: 8, text },
  ]
}

function measureBlocks(canvas: PageCanvas, blocks: readonly PdfFlowBlock[]): number {
  return blocks.reduce((sum, block) => sum + measureHeight(canvas, block), 0)
}

function numberPages({ pdf, toPrint }: PageCanvas, line: string): void {
  const { count } = pdf.bufferedPageRange()
  if (count < 2) return
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page)
    // Lets text go below the margin, where pdfkit would otherwise begin a new page.
    pdf.page.margins.bottom = 0
    const text = toPrint(`${line}  ${page + 1} / ${count}`)
    const width = pdf.page.width - 2 * margin
    pdf
      .font('regular')
      .fontSize(8)
      .text(text, margin, pdf.page.height - margin + 18, { width, align: 'center', lineBreak: false })
    pdf.page.margins.bottom = margin
  }
}
