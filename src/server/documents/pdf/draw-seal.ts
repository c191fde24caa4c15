import type { OfficeSeal } from '#domain/office.ts'
import type { PdfFlowBlock } from './pdf-document.ts'
import { type Sheet, spacing, widthOf } from './paper.ts'

type Signature = Extract<PdfFlowBlock, { kind: 'signature' }>

/** 18 mm: an office's 직인. */
const sealSide = 51
const sealInk = '#b0271e'

/** A name in the middle of the line, its last letter under the middle of the seal (행정 효율과 협업 촉진에 관한 규정 §14). */
export function drawSignature(sheet: Sheet, { text, size, seal }: Signature): void {
  const { pdf, margin } = sheet
  const name = sheet.toPrint(text)
  const top = pdf.y + (sealSide - size) / 2
  pdf.font('bold').fontSize(size)
  const width = pdf.widthOfString(name)
  const left = margin + (widthOf(sheet) - width) / 2
  pdf.text(name, left, top, { lineBreak: false, ...spacing(size) })
  drawSeal(sheet, seal, { x: left + width - size / 2, y: top + pdf.heightOfString(name) / 2 })
  pdf.y = top + size + (sealSide - size) / 2
  pdf.x = margin
}

export function signatureHeight(): number {
  return sealSide
}

function drawSeal({ pdf }: Sheet, seal: OfficeSeal, middle: { x: number; y: number }): void {
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
