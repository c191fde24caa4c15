import type { FilledForm } from '#domain/filings/filing.ts'
import { breakLines } from './break-lines.ts'
import { fitTable } from './fit-table.ts'
import {
  choosePageFormat,
  defaultFontSize,
  type FormDescription,
  getContentArea,
  type PageFormat,
} from './form-description.ts'
import { type FormPage, mmPerPoint } from './form-page.ts'
import { type BandLayout, fill, layoutBand, type PageMeasure } from './layout-band.ts'
import { type AnnexEntry, fitFontSize, getLineHeight, type TextMeasure } from './layout-block.ts'

/**
 * State passed from one part of a form to the next: the unfinished page, pending annex entries and
 * the number of pages so far.
 */
export interface PagedForm {
  readonly bands: readonly BandLayout[]
  readonly annex: readonly AnnexEntry[]
  readonly pages: number
}

/**
 * Lays out a filled form on pages: every box in its position, overflow on a 별지 at the end, and
 * marks for stamps across pages. A form that `continues` keeps its last page open for the next
 * part, so that a table of any length is laid out piece by piece.
 */
export function layoutForm(
  letters: TextMeasure,
  form: FormDescription,
  { filled, open }: { filled: FilledForm; open: PagedForm | null },
): { pages: FormPage[]; open: PagedForm | null } {
  const description = fitTable(letters, form, filled.longest)
  const paper = choosePageFormat(description)
  const measure: PageMeasure = { toPrint: letters.toPrint, measureWidth: letters.measureWidth, page: paper }
  const annex: AnnexEntry[] = [...(open?.annex ?? [])]
  const heads = (description.heads ?? []).flatMap((band) => layoutBand(measure, band, filled))
  const over = description.over ? layoutBand(measure, description.over, filled) : []
  const bandPages = description.pages.flatMap((bands, index) => {
    const bandLayouts = bands.flatMap((band) => layoutBand(measure, band, filled))
    return splitPages([...(index === 0 ? (open?.bands ?? []) : []), ...bandLayouts], { page: paper, heads, over })
  })
  const openPage = filled.continues ? bandPages.pop() : undefined
  const pages = bandPages.map((bands) => layoutPage(paper, stretchBands(paper, bands), annex))
  const allPages = openPage ? pages : [...pages, ...layoutAnnex(measure, annex)]
  if (description.hasPageStamps) addPageStamps(measure, allPages)
  const earlierPages = open?.pages ?? 0
  if (description.hasPageNumbers)
    allPages.forEach((page, index) => page.runs.push(createPageNumber(measure, earlierPages + index + 1)))
  if (description.foot)
    for (const page of allPages) page.runs.push(...createFootRuns(measure, description.foot, filled))
  return { pages: allPages, open: openPage ? { bands: openPage, annex, pages: earlierPages + allPages.length } : null }
}

/** Moves bands that do not fit to the next page, and repeats table headers above rows. */
function splitPages(
  bands: readonly BandLayout[],
  { page, heads, over }: { page: PageFormat; heads: readonly BandLayout[]; over: readonly BandLayout[] },
): BandLayout[][] {
  const pages: BandLayout[][] = [[]]
  const room = getContentArea(page).height
  let height = 0
  for (const group of groupBands(bands, room - sumHeights([...over, ...heads]))) {
    if (height + sumHeights(group) > room) {
      const [first] = group
      const hasOwnHead = first?.rules === 'outside' || first?.staysWith === 'next'
      const repeatedBands = hasOwnHead ? over : [...over, ...heads]
      pages.push([...repeatedBands])
      height = sumHeights(repeatedBands)
    }
    pages.at(-1)?.push(...group)
    height += sumHeights(group)
  }
  return pages
}

/** Groups bands that stay together; a group higher than a page is split into single bands. */
function groupBands(bands: readonly BandLayout[], room: number): BandLayout[][] {
  const groups: BandLayout[][] = []
  for (const [index, band] of bands.entries()) {
    const isJoined = band.staysWith === 'before' || bands[index - 1]?.staysWith === 'next'
    if (isJoined && index > 0) groups.at(-1)?.push(band)
    else groups.push([band])
  }
  return groups.flatMap((group) => (sumHeights(group) <= room ? [group] : group.map((band) => [band])))
}

function sumHeights(bands: readonly BandLayout[]): number {
  return bands.reduce((sum, { height }) => sum + height, 0)
}

function createFootRuns(
  { page, measureWidth }: PageMeasure,
  foot: { left: string; right: string },
  { texts }: FilledForm,
) {
  const [left, right] = [fill(foot.left, texts), fill(foot.right, texts)]
  const [size, isBold] = [8, true]
  const rightX = page.width - page.margin - measureWidth(right, isBold) * size * mmPerPoint
  const words = { y: page.height - 8, size, spacing: 0 }
  return [
    { ...words, text: left, x: page.margin, isBold: false },
    { ...words, text: right, x: rightX, isBold },
  ]
}

function createPageNumber({ page, measureWidth }: PageMeasure, number: number) {
  const [text, size] = [`- ${number} -`, 9]
  const x = (page.width - measureWidth(text) * size * mmPerPoint) / 2
  return { text, x, y: page.height - 8, size, isBold: false, spacing: 0 }
}

/** Gives the free space of the page to bands that need more, from top to bottom. */
function stretchBands(page: PageFormat, bands: readonly BandLayout[]): BandLayout[] {
  let freeHeight = getContentArea(page).height - sumHeights(bands)
  return bands.map((band) => {
    if (!band.grows) return band
    const needed = Math.max(...band.blocks.map((block) => block.heightAt(block.size)))
    const more = Math.max(0, Math.min(freeHeight, needed - band.height))
    freeHeight -= more
    return { ...band, height: band.height + more }
  })
}

const outerThickness = 0.5
const innerThickness = 0.15

function layoutPage(paper: PageFormat, bands: readonly BandLayout[], annex: AnnexEntry[]): FormPage {
  const page: FormPage = { rules: [], runs: [] }
  let y: number = paper.margin
  bands.forEach((band, index) => {
    drawBlocks(page, band, { y, annex })
    drawRules(page, band, { page: paper, y, before: bands[index - 1], after: bands[index + 1] })
    y += band.height
  })
  return page
}

function drawBlocks(page: FormPage, { blocks, height }: BandLayout, { y, annex }: { y: number; annex: AnnexEntry[] }) {
  for (const block of blocks) {
    const size = fitFontSize(block, height)
    if (block.annex.text === '') continue
    if (size === null) annex.push(block.annex)
    const shownBlock = size === null ? block.abbreviate() : block
    const shownSize = size ?? fitFontSize(shownBlock, height) ?? shownBlock.size
    page.runs.push(...shownBlock.runsAt(shownSize, { x: block.x, y, width: block.width, height }))
  }
}

/** Draws the outer frame, a rule below each closed band and one between its boxes. */
function drawRules(
  { rules }: FormPage,
  band: BandLayout,
  {
    page,
    y,
    before,
    after,
  }: { page: PageFormat; y: number; before: BandLayout | undefined; after: BandLayout | undefined },
): void {
  if (band.rules === 'outside') return
  const [left, right, bottom] = [page.margin, page.width - page.margin, y + band.height]
  const isFirst = before === undefined || before.rules === 'outside'
  const isLast = after === undefined || after.rules === 'outside'
  const drawAcross = (lineY: number, thickness: number) =>
    rules.push({ from: [left, lineY], to: [right, lineY], thickness })
  const drawUpright = (x: number, thickness: number) => rules.push({ from: [x, y], to: [x, bottom], thickness })
  if (isFirst) drawAcross(y, outerThickness)
  if (isLast) drawAcross(bottom, outerThickness)
  else if (band.rules !== 'open' || after.rules !== 'open') drawAcross(bottom, innerThickness)
  for (const x of [left, right]) drawUpright(x, outerThickness)
  for (const x of band.uprights) drawUpright(x, innerThickness)
}

/** 별지: the texts that did not fit, each under the title of its box, on as many pages as needed. */
function layoutAnnex(measure: PageMeasure, entries: readonly AnnexEntry[]): FormPage[] {
  if (entries.length === 0) return []
  const { page } = measure
  const content = getContentArea(page)
  const width = content.width / (defaultFontSize * mmPerPoint)
  const lines = entries.flatMap(({ name, text }) => [
    { text: `[${name}]`, isBold: true },
    ...text
      .split('\n')
      .map((line) => measure.toPrint(line))
      .flatMap((line) => breakLines(line, width, (words) => measure.measureWidth(words)))
      .map((line) => ({ text: line, isBold: false })),
    { text: '', isBold: false },
  ])
  const step = getLineHeight(defaultFontSize) * 1.1
  const perPage = Math.floor((content.height - titleHeight) / step)
  const pages = Array.from({ length: Math.ceil(lines.length / perPage) }, (_, index) =>
    lines.slice(index * perPage, (index + 1) * perPage),
  )
  return pages.map((pageLines) => ({
    rules: [],
    runs: [
      createAnnexTitle(measure),
      ...pageLines.flatMap(({ text, isBold }, index) => {
        const indent =
          measure.measureWidth(text.slice(0, text.length - text.trimStart().length)) * defaultFontSize * mmPerPoint
        const y = page.margin + titleHeight + (index + 0.8) * step
        if (text.trim() === '') return []
        return [{ text: text.trim(), x: page.margin + indent, y, size: defaultFontSize, isBold, spacing: 0 }]
      }),
    ],
  }))
}

const titleHeight = 16

function createAnnexTitle({ page, measureWidth }: PageMeasure) {
  const [text, size] = ['별   지', 16]
  const x = (page.width - measureWidth(text, true) * size * mmPerPoint) / 2
  return { text, x, y: page.margin + 7, size, isBold: true, spacing: 0 }
}

/** A half circle on the edge of each of two pages; together they are one (부동산등기규칙 제56조제2항). */
function addPageStamps({ page, measureWidth }: PageMeasure, pages: readonly FormPage[]): void {
  const size = 7
  const words = measureWidth('간인') * size * mmPerPoint
  pages.forEach(({ rules, runs: pageRuns }, index) => {
    const edges = [...(index < pages.length - 1 ? [page.width] : []), ...(index > 0 ? [0] : [])]
    for (const edge of edges) {
      rules.push(...drawDashedCircle(page, edge))
      const x = edge === 0 ? 1 : page.width - words - 1
      pageRuns.push({ text: '간인', x, y: pageStampHeight + 0.9, size, isBold: false, spacing: 0 })
    }
  })
}

const pageStampHeight = 150
const pageStampRadius = 8

function drawDashedCircle(page: PageFormat, centerX: number) {
  const pointAt = (angle: number): [number, number] => [
    centerX + pageStampRadius * Math.cos(angle),
    pageStampHeight + pageStampRadius * Math.sin(angle),
  ]
  const dashes = 36
  return Array.from({ length: dashes }, (_, dash) => {
    const angle = (dash * 2 * Math.PI) / dashes
    return { from: pointAt(angle), to: pointAt(angle + Math.PI / dashes), thickness: 0.2 }
  }).filter(({ from: [x] }) => x >= 0 && x <= page.width)
}
