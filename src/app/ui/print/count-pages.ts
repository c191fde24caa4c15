import { layoutPrintSheet } from './layout-print-sheet.ts'
import type { PrintSheet, PrintTable } from './print-sheet.ts'
import { waitForFonts } from './send-to-printer.ts'

/**
 * Above this number of rows only a sample is laid out and its pages multiplied, because laying out
 * all takes as long as printing.
 */
const maxLaidOutRows = 4000

export interface PageCount {
  readonly pages: number
  readonly isEstimate: boolean
}

/**
 * Number of A4 pages of a print. Lays it out off screen and breaks it into pages as the browser
 * does.
 */
export async function countPages(printSheet: PrintSheet): Promise<PageCount> {
  const [first] = printSheet.blocks
  const interval = first?.kind === 'table' ? Math.ceil(first.rows.length / maxLaidOutRows) : 1
  const sheet = layoutPrintSheet(
    interval > 1
      ? { ...printSheet, blocks: printSheet.blocks.map((block) => sampleBlock(block, interval)) }
      : printSheet,
  )
  await waitForFonts(sheet.textContent)
  sheet.dataset['counted'] = ''
  document.body.append(sheet)
  const pages = paginate([...sheet.children].flatMap(measureBlock), pageHeights[printSheet.orientation])
  sheet.remove()
  return { pages: pages * interval, isEstimate: interval > 1 }
}

function sampleBlock<Block extends PrintSheet['blocks'][number]>(block: Block, interval: number): Block | PrintTable {
  return block.kind === 'table' ? { ...block, rows: block.rows.filter((_, index) => index % interval === 0) } : block
}

/** Height of a page without its margins (print-sheet.css), in CSS px. */
const pageHeights = { landscape: (187 / 25.4) * 96, portrait: (272 / 25.4) * 96 } as const

/** A block that is never split across pages. */
export interface PrintPiece {
  readonly top: number
  readonly height: number
  /** Height of the header repeated above it on every page. */
  readonly header: number
}

/** Pieces are in layout order; one that no longer fits starts the next page. */
export function paginate(pieces: readonly PrintPiece[], height: number): number {
  let pages = 1
  /** Top of the current page, in layout coordinates. */
  let pageTop = pieces[0]?.top ?? 0
  for (const { top, height: pieceHeight, header } of pieces) {
    if (top + pieceHeight - pageTop <= height + roundingSlack) continue
    pages += 1
    pageTop = top - header
  }
  return pages
}

const roundingSlack = 0.5

function measureBlock(block: Element): PrintPiece[] {
  if (!(block instanceof HTMLTableElement)) return [measureElement(block, 0)]
  const { tHead, tBodies } = block
  const header = tHead?.getBoundingClientRect().height ?? 0
  const rows = [...tBodies].flatMap((body) => [...body.rows]).map((row) => measureElement(row, header))
  return tHead ? [measureElement(tHead, 0), ...rows] : rows
}

function measureElement(element: Element, header: number): PrintPiece {
  const { top, height } = element.getBoundingClientRect()
  return { top, height, header }
}
