import type { OfficeSeal } from '#domain/office/office-words.ts'
import type { PdfFlowBlock, PdfSeal } from './pdf-document.ts'
import { type Sheet, spacing, widthOf } from './paper.ts'

type Signature = Extract<PdfFlowBlock, { kind: 'signature' }>

/** 18 mm: an office's 직인. */
const sealSide = 51
const sealInk = '#b0271e'

/** A centred name with the seal centred on its last letter (행정 효율과 협업 촉진에 관한 규정 §14). */
export function drawSignature(sheet: Sheet, { text, size, seal }: Signature): void {
  const { pdf, margin } = sheet
  const name = sheet.toPrint(text)
  const top = pdf.y + (sealSide - size) / 2
  pdf.font('bold').fontSize(size)
  const width = pdf.widthOfString(name)
  const left = margin + (widthOf(sheet) - width) / 2
  // Draws the seal first: its picture may be opaque, and the letter has to be printed over it.
  drawSeal(sheet, seal, { x: left + width - size / 2, y: top + pdf.heightOfString(name) / 2 })
  pdf.fillColor('black').text(name, left, top, { lineBreak: false, ...spacing(size) })
  pdf.y = top + size + (sealSide - size) / 2
  pdf.x = margin
}

export function signatureHeight(): number {
  return sealSide
}

interface Point {
  readonly x: number
  readonly y: number
}

function drawSeal(sheet: Sheet, seal: PdfSeal, middle: Point): void {
  if (!('picture' in seal)) return drawStrokes(sheet, seal, middle)
  const place = [middle.x - sealSide / 2, middle.y - sealSide / 2] as const
  sheet.pdf.image(Buffer.from(seal.picture), ...place, { fit: [sealSide, sealSide], align: 'center', valign: 'center' })
}

function drawStrokes({ pdf }: Sheet, seal: OfficeSeal, middle: Point): void {
  const scale = sealSide / seal.side
  const { inset, width } = seal.frame
  const inner = seal.side - 2 * inset
  pdf.save()
  pdf
    .translate(middle.x - sealSide / 2, middle.y - sealSide / 2)
    .scale(scale)
    .strokeColor(sealInk)
    .lineCap('square')
  pdf.lineWidth(width).roundedRect(inset, inset, inner, inner, 3).stroke()
  pdf.lineWidth(width * 0.9)
  for (const stroke of seal.strokes) pdf.path(stroke).stroke()
  pdf.restore()
}
