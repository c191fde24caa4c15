import type { FilledForm } from '#domain/filings/filing.ts'
import {
  type Band,
  type Cell,
  type EachBand,
  type EntriesBand,
  getContentArea,
  type ItemsBand,
  type PageFormat,
  type RowBand,
} from './form-description.ts'
import { type Block, createEntriesBlock, createTextBlock, type TextMeasure } from './layout-block.ts'

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
export interface PageMeasure extends TextMeasure {
  readonly page: PageFormat
}

/** Lays out a band for this form: none when it is empty, several for a list. */
export function layoutBand(measure: PageMeasure, band: Band, filled: FilledForm): BandLayout[] {
  if (band.when !== undefined && !isPresent(filled, band.when)) return []
  const layout = layoutText(measure, band, filled)
  if (!band.fitsText) return layout
  // A row that would nearly fill a page gets smaller letters, and then moves to the annex.
  const maxHeight = getContentArea(measure.page).height * 0.7
  return layout.map((bandLayout) => {
    const needed = Math.max(...bandLayout.blocks.map((block) => block.heightAt(block.size)))
    return { ...bandLayout, height: Math.max(bandLayout.height, Math.min(needed, maxHeight)) }
  })
}

function layoutText(measure: PageMeasure, band: Band, filled: FilledForm): BandLayout[] {
  const { height, grows = false, rules = 'closed', staysWith } = band
  const context = { height, grows, rules, ...(staysWith && { staysWith }) } as const
  switch (band.kind) {
    case 'row':
      return [{ ...context, ...layoutCells(measure, band, (template) => fill(template, filled.texts)) }]
    case 'each':
      return listRows(filled, band).map((row) => {
        const layout = layoutCells(measure, band, (template) => fill(template, { ...filled.texts, ...row }))
        const isStruck = band.struckBy !== undefined && (row[band.struckBy] ?? '') !== ''
        return { ...context, ...layout, ...(isStruck && { blocks: layout.blocks.map(strikeThrough) }) }
      })
    case 'entries':
      return layoutEntries(measure, band, filled).map((layout) => ({ ...context, ...layout }))
    case 'items':
      return [{ ...context, ...layoutItems(measure, band, filled) }]
  }
}

function isPresent({ texts, lists }: FilledForm, name: string): boolean {
  return (texts[name] ?? '') !== '' || (lists[name]?.length ?? 0) > 0
}

/** Replaces `{name}` with the form's text of that name; drops lines that end up empty. */
export function fill(template: string, texts: Readonly<Record<string, string>>): string {
  return template
    .split('\n')
    .filter((line) => !/^\{\w+\}$/.test(line) || (texts[line.slice(1, -1)] ?? '') !== '')
    .map((line) => line.replace(/\{(\w+)\}/g, (_, name: string) => texts[name] ?? ''))
    .join('\n')
}

function strikeThrough(block: Block): Block {
  const runsAt: Block['runsAt'] = (size, box) =>
    block.runsAt(size, box).map((template) => ({ ...template, isStruck: true }))
  return { ...block, runsAt, abbreviate: () => strikeThrough(block.abbreviate()) }
}

function listRows({ lists }: FilledForm, { list }: EachBand): Record<string, string>[] {
  return (lists[list] ?? []).map((row) => Object.fromEntries(row.map((cell, index) => [String(index), cell])))
}

function layoutCells(measure: PageMeasure, { cells }: RowBand | EachBand, fillTemplate: (template: string) => string) {
  const texts = cells.map(({ template }) => fillTemplate(template))
  const lefts = computeLefts(measure, cells)
  const blocks = cells.map((cell, index) => {
    const name = cell.name ?? texts[0]?.replaceAll(/\s/g, '') ?? ''
    return createTextBlock(measure, { ...cell, x: lefts[index] ?? 0 }, { name, text: texts[index] ?? '' })
  })
  return { blocks, uprights: lefts.slice(1) }
}

function layoutEntries(measure: PageMeasure, { columns, list }: EntriesBand, { lists }: FilledForm) {
  const lefts = computeLefts(measure, columns)
  const [head, ...rest] = columns.map((column, index) => ({ ...column, x: lefts[index] ?? 0 }))
  if (head === undefined) return []
  const sides = [...Map.groupBy(lists[list] ?? [], ([label = '']) => label)]
  return sides.map(([label, rows]) => ({
    blocks: [
      createTextBlock(measure, head, { name: label, text: label }),
      createEntriesBlock(measure, rest, { name: label.replace('\n', ''), rows: rows.map((row) => row.slice(1)) }),
    ],
    uprights: lefts.slice(1),
  }))
}

/** Fills the first column from top to bottom, then the next. */
function layoutItems(measure: PageMeasure, { list, columns, name }: ItemsBand, { lists }: FilledForm) {
  const rows = lists[list] ?? []
  const width = getContentArea(measure.page).width / columns
  const perColumn = Math.ceil(rows.length / columns)
  const blocks = Array.from({ length: columns }, (_, index) => {
    const x = measure.page.margin + index * width
    const copies = 18
    const sides = [
      { x, width: width - copies, name },
      { x: x + width - copies, width: copies, name: '통수', align: 'right' as const },
    ]
    return createEntriesBlock(measure, sides, { name, rows: rows.slice(index * perColumn, (index + 1) * perColumn) })
  })
  return { blocks, uprights: blocks.slice(1).map(({ x }) => x) }
}

function computeLefts({ page }: PageMeasure, cells: readonly Pick<Cell, 'width'>[]): number[] {
  let x = page.margin
  return cells.map(({ width }) => {
    const left = x
    x += width
    return left
  })
}
