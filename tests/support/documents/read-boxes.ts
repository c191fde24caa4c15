import type { PdfLine, PdfPage, TextPiece } from './read-pdf.ts'

/** A box of a form in points from the left and top, and its lines of text. */
export interface ReadBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly lines: readonly string[]
}

/**
 * Boxes of a page that contain text, top to bottom and left to right; for each piece of text, the
 * rules around it.
 */
export function readBoxes(page: PdfPage): ReadBox[] {
  const boxByKey = new Map<string, { box: Omit<ReadBox, 'lines'>; pieces: PlacedPiece[] }>()
  for (const piece of placePieces(page)) {
    const box = findBoxAround(piece, page)
    const key = [box.left, box.top, box.right, box.bottom].map(Math.round).join()
    const entry = boxByKey.get(key) ?? { box, pieces: [] }
    entry.pieces.push(piece)
    boxByKey.set(key, entry)
  }
  return [...boxByKey.values()]
    .map(({ box, pieces }) => ({ ...box, lines: joinLines(pieces) }))
    .toSorted((a, b) => a.top - b.top || a.left - b.left)
}

/**
 * Text to the right of the box with this label, or below it where the label takes the whole width.
 * Ignores spaces.
 */
export function findTextNextTo(boxes: readonly ReadBox[], label: string): string | undefined {
  const labelBox = boxes.find(({ lines }) => removeSpaces(lines.join('')) === removeSpaces(label))
  if (!labelBox) return undefined
  const isWholeLine = labelBox.right - labelBox.left > 400
  const neighbor = boxes.find((box) =>
    isWholeLine
      ? Math.abs(box.top - labelBox.bottom) < 1 && box.left < labelBox.right && box.right > labelBox.left
      : Math.abs(box.left - labelBox.right) < 1 && box.top < labelBox.bottom - 1 && box.bottom > labelBox.top + 1,
  )
  return neighbor?.lines.join('\n') ?? ''
}

/**
 * Pieces of text that overlap, stick out of the page, or are crossed by a rule; a correct page has
 * none.
 */
export function findClashes(page: PdfPage): string[] {
  const pieces = placePieces(page)
  const overlaps = pieces.flatMap((piece, index) =>
    pieces.slice(index + 1).flatMap((other) => (doOverlap(piece, other) ? [`${piece.text} / ${other.text}`] : [])),
  )
  const outside = pieces.filter(
    ({ x, right, top, bottom }) => x < 0 || right > page.width || top < 0 || bottom > page.height,
  )
  const crossed = pieces.filter((piece) => page.lines.some((line) => isCutBy(piece, line)))
  return [
    ...overlaps,
    ...outside.map(({ text }) => `${text} off the paper`),
    ...crossed.map(({ text }) => `${text} cut by a rule`),
  ]
}

interface PlacedPiece extends TextPiece {
  readonly top: number
  readonly bottom: number
  readonly right: number
}

/** Letters reach 0.88 of their size above the baseline and 0.12 below. */
function placePieces({ pieces, height }: PdfPage): PlacedPiece[] {
  return pieces
    .filter(({ text }) => text.trim() !== '')
    .map((piece) => ({
      ...piece,
      right: piece.x + piece.width,
      top: height - piece.y - 0.88 * piece.size,
      bottom: height - piece.y + 0.12 * piece.size,
    }))
}

function doOverlap(a: PlacedPiece, b: PlacedPiece): boolean {
  const slack = 0.4
  return a.x + slack < b.right && b.x + slack < a.right && a.top + slack < b.bottom && b.top + slack < a.bottom
}

/** A horizontal or vertical line of some length. */
function isRule({ from, to }: PdfLine): boolean {
  const [wide, high] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])]
  return (wide < 0.1 && high > 5) || (high < 0.1 && wide > 5)
}

function isCutBy(piece: PlacedPiece, line: PdfLine): boolean {
  if (!isRule(line)) return false
  const [left, right] = [Math.min(line.from[0], line.to[0]), Math.max(line.from[0], line.to[0])]
  const [top, bottom] = [Math.min(line.from[1], line.to[1]), Math.max(line.from[1], line.to[1])]
  const slack = 0.4
  return (
    right > piece.x + slack && left < piece.right - slack && bottom > piece.top + slack && top < piece.bottom - slack
  )
}

function findBoxAround(piece: PlacedPiece, page: PdfPage): Omit<ReadBox, 'lines'> {
  const [x, y] = [(piece.x + piece.right) / 2, (piece.top + piece.bottom) / 2]
  const rules = page.lines.filter(isRule)
  const verticals = rules.filter(
    ({ from, to }) => from[0] === to[0] && Math.min(from[1], to[1]) <= y && Math.max(from[1], to[1]) >= y,
  )
  const horizontals = rules.filter(
    ({ from, to }) => from[1] === to[1] && Math.min(from[0], to[0]) <= x && Math.max(from[0], to[0]) >= x,
  )
  const xs = verticals.map(({ from }) => from[0])
  const ys = horizontals.map(({ from }) => from[1])
  return {
    left: Math.max(0, ...xs.filter((left) => left < x)),
    right: Math.min(page.width, ...xs.filter((right) => right > x)),
    top: Math.max(0, ...ys.filter((top) => top < y)),
    bottom: Math.min(page.height, ...ys.filter((bottom) => bottom > y)),
  }
}

function joinLines(pieces: readonly PlacedPiece[]): string[] {
  const sorted = pieces.toSorted((a, b) => Math.round(a.bottom) - Math.round(b.bottom) || a.x - b.x)
  return [...Map.groupBy(sorted, ({ bottom }) => Math.round(bottom))].map(([, line]) =>
    line
      .map(({ text }) => text.trim())
      .join(' ')
      .replace(/\s+/g, ' '),
  )
}

function removeSpaces(text: string): string {
  return text.replace(/\s/g, '')
}
