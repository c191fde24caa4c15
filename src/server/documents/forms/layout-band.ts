import type { FilledForm } from '#domain/filings/filing.ts'
import {
  contentOf,
  type Band,
  type Cell,
  type EachBand,
  type EntriesBand,
  type ItemsBand,
  type Paper,
  type RowBand,
} from './form-description.ts'
import { type Block, entriesBlock, type Measure, textBlock } from './layout-block.ts'

/** A band with its content, before it has a position on a page. */
export interface BandLayout {
  readonly height: number
  readonly grows: boolean
  readonly rules: 'closed' | 'open' | 'outside'
  readonly staysWith?: Band['staysWith']
  readonly blocks: readonly Block[]
  /** Vertical rules between its boxes, in mm from the left. */
  readonly uprights: readonly number[]
}

/** Measures text on a paper size. */
export interface PaperMeasure extends Measure {
  readonly paper: Paper
}

/** Lays out a band for this form: none when it is empty, several for a list. */
export function layoutBand(measure: PaperMeasure, band: Band, filled: FilledForm): BandLayout[] {
  if (band.when !== undefined && !isThere(filled, band.when)) return []
  const layout = layoutWords(measure, band, filled)
  if (!band.hugs) return layout
  // A row that would nearly fill a page gets smaller letters, and then moves to the annex.
  const maxHeight = contentOf(measure.paper).height * 0.7
  return layout.map((one) => {
    const needed = Math.max(...one.blocks.map((block) => block.heightAt(block.size)))
    return { ...one, height: Math.max(one.height, Math.min(needed, maxHeight)) }
  })
}

function layoutWords(measure: PaperMeasure, band: Band, filled: FilledForm): BandLayout[] {
  const { height, grows = false, rules = 'closed', staysWith } = band
  const context = { height, grows, rules, ...(staysWith && { staysWith }) } as const
  switch (band.kind) {
    case 'row':
      return [{ ...context, ...layoutCells(measure, band, (words) => fill(words, filled.texts)) }]
    case 'each':
      return eachRow(filled, band).map((row) => {
        const layout = layoutCells(measure, band, (words) => fill(words, { ...filled.texts, ...row }))
        const isStruck = band.struckBy !== undefined && (row[band.struckBy] ?? '') !== ''
        return { ...context, ...layout, ...(isStruck && { blocks: layout.blocks.map(struck) }) }
      })
    case 'entries':
      return layoutEntries(measure, band, filled).map((layout) => ({ ...context, ...layout }))
    case 'items':
      return [{ ...context, ...layoutItems(measure, band, filled) }]
  }
}

function isThere({ texts, lists }: FilledForm, name: string): boolean {
  return (texts[name] ?? '') !== '' || (lists[name]?.length ?? 0) > 0
}

/** Replaces `{name}` by the form's text of that name; drops lines that end up empty. */
export function fill(words: string, texts: Readonly<Record<string, string>>): string {
  return words
    .split('\n')
    .filter((line) => !/^\{\w+\}$/.test(line) || (texts[line.slice(1, -1)] ?? '') !== '')
    .map((line) => line.replace(/\{(\w+)\}/g, (_, name: string) => texts[name] ?? ''))
    .join('\n')
}

function struck(block: Block): Block {
  const wordsAt: Block['wordsAt'] = (size, box) =>
    block.wordsAt(size, box).map((words) => ({ ...words, isStruck: true }))
  return { ...block, wordsAt, short: () => struck(block.short()) }
}

function eachRow({ lists }: FilledForm, { list }: EachBand): Record<string, string>[] {
  return (lists[list] ?? []).map((row) => Object.fromEntries(row.map((cell, at) => [String(at), cell])))
}

function layoutCells(measure: PaperMeasure, { cells }: RowBand | EachBand, filledIn: (words: string) => string) {
  const texts = cells.map(({ words }) => filledIn(words))
  const lefts = leftsOf(measure, cells)
  const blocks = cells.map((cell, at) => {
    const name = cell.name ?? texts[0]?.replaceAll(/\s/g, '') ?? ''
    return textBlock(measure, { ...cell, x: lefts[at] ?? 0 }, { name, text: texts[at] ?? '' })
  })
  return { blocks, uprights: lefts.slice(1) }
}

function layoutEntries(measure: PaperMeasure, { columns, list }: EntriesBand, { lists }: FilledForm) {
  const lefts = leftsOf(measure, columns)
  const [head, ...rest] = columns.map((column, at) => ({ ...column, x: lefts[at] ?? 0 }))
  if (head === undefined) return []
  const sides = [...Map.groupBy(lists[list] ?? [], ([label = '']) => label)]
  return sides.map(([label, rows]) => ({
    blocks: [
      textBlock(measure, head, { name: label, text: label }),
      entriesBlock(measure, rest, { name: label.replace('\n', ''), rows: rows.map((row) => row.slice(1)) }),
    ],
    uprights: lefts.slice(1),
  }))
}

/** Fills the first column from top to bottom, then the next. */
function layoutItems(measure: PaperMeasure, { list, columns, name }: ItemsBand, { lists }: FilledForm) {
  const rows = lists[list] ?? []
  const width = contentOf(measure.paper).width / columns
  const each = Math.ceil(rows.length / columns)
  const blocks = Array.from({ length: columns }, (_, at) => {
    const x = measure.paper.margin + at * width
    const copies = 18
    const sides = [
      { x, width: width - copies, name },
      { x: x + width - copies, width: copies, name: '통수', align: 'right' as const },
    ]
    return entriesBlock(measure, sides, { name, rows: rows.slice(at * each, (at + 1) * each) })
  })
  return { blocks, uprights: blocks.slice(1).map(({ x }) => x) }
}

function leftsOf({ paper }: PaperMeasure, cells: readonly Pick<Cell, 'width'>[]): number[] {
  let x = paper.margin
  return cells.map(({ width }) => {
    const left = x
    x += width
    return left
  })
}
