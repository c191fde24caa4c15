import { layoutPaper } from './layout-paper.ts'
import type { Paper, PaperTable } from './paper.ts'
import { untilLetters } from './until-letters.ts'

/** Of very many rows some are laid and their pages multiplied: laying all would take as long as printing them. */
const maxLaid = 4000

export interface PageCount {
  readonly pages: number
  readonly isRough: boolean
}

/** How many pages a paper has on A4: it is laid out of sight, and what stands on it is put onto pages as the browser does. */
export async function countPages(paper: Paper): Promise<PageCount> {
  const [first] = paper.blocks
  const every = first?.kind === 'table' ? Math.ceil(first.rows.length / maxLaid) : 1
  const sheet = layoutPaper(
    every > 1 ? { ...paper, blocks: paper.blocks.map((block) => thinned(block, every)) } : paper,
  )
  await untilLetters(sheet.textContent)
  sheet.dataset['counted'] = ''
  document.body.append(sheet)
  const pages = pagesOf([...sheet.children].flatMap(piecesOf), heights[paper.orientation])
  sheet.remove()
  return { pages: pages * every, isRough: every > 1 }
}

function thinned<Block extends Paper['blocks'][number]>(block: Block, every: number): Block | PaperTable {
  return block.kind === 'table' ? { ...block, rows: block.rows.filter((_, at) => at % every === 0) } : block
}

/** Of a sheet without its margins (paper.css), in CSS pixels. */
const heights = { landscape: (187 / 25.4) * 96, portrait: (272 / 25.4) * 96 } as const

/** What is never broken. */
export interface Piece {
  readonly top: number
  readonly height: number
  /** Of the header that is repeated above it on every page. */
  readonly header: number
}

/** Pieces stand under each other as they are laid; one that has no room any more begins the next page. */
export function pagesOf(pieces: readonly Piece[], height: number): number {
  let pages = 1
  /** Where the page begins among the pieces. */
  let from = pieces[0]?.top ?? 0
  for (const { top, height: own, header } of pieces) {
    if (top + own - from <= height + roundingSlack) continue
    pages += 1
    from = top - header
  }
  return pages
}

const roundingSlack = 0.5

function piecesOf(block: Element): Piece[] {
  if (!(block instanceof HTMLTableElement)) return [pieceOf(block, 0)]
  const { tHead, tBodies } = block
  const header = tHead?.getBoundingClientRect().height ?? 0
  const rows = [...tBodies].flatMap((body) => [...body.rows]).map((row) => pieceOf(row, header))
  return tHead ? [pieceOf(tHead, 0), ...rows] : rows
}

function pieceOf(element: Element, header: number): Piece {
  const { top, height } = element.getBoundingClientRect()
  return { top, height, header }
}
