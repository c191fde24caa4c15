import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardUsageBook } from '#contract/books/card-usage.ts'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import { realEstateUnitBook } from '#contract/books/real-estate-units.ts'
import { realEstateBook } from '#contract/books/real-estate.ts'
import { buildVisibleColumns } from '#tests/support/books/from-description.ts'
import { computeColumnWindow, everyColumn, listVisibleColumns } from '../columns/column-window.ts'
import { createRowLines } from '../unfolding/row-lines.ts'
import {
  computeGeometry,
  computeStickyTop,
  computeTopOfRow,
  findRowAtTop,
  fitPinned,
  growWidths,
  resolveColumnWidth,
  scrollTargetFor,
  widenAddresses,
} from './geometry.ts'

const columns = buildVisibleColumns(realEstateBook)
const geometry = computeGeometry({ columns, widths: {}, actionWidth: 72, hasEntry: true, isCoarse: false })

describe('bringing a cell into view', () => {
  test('makes a cell fully visible next to all sticky parts, from any scroll position', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.nat(columns.length - 1),
        fc.record({ top: fc.nat(3_600_000), left: fc.nat(1500) }),
        (row, column, from) => {
          const view = { ...from, width: 1000, height: 700 }
          const to = scrollTargetFor({ row, column }, geometry, view)
          const above = row * geometry.rowHeight
          expect(above).toBeGreaterThanOrEqual(to.top)
          expect(above + geometry.rowHeight).toBeLessThanOrEqual(to.top + view.height - computeStickyTop(geometry))
          if (column < geometry.pinnedCount) return
          const left = (geometry.lefts[column] ?? 0) - to.left
          expect(left).toBeGreaterThanOrEqual(geometry.pinnedWidth)
          expect(left + (geometry.widths[column] ?? 0)).toBeLessThanOrEqual(view.width - geometry.actionWidth)
        },
      ),
    )
  })

  test('moves nothing for a visible cell, a pinned column, the header or the entry line', () => {
    const view = { top: 360, left: 40, width: 1200, height: 700 }
    expect(scrollTargetFor({ row: 12, column: 2 }, geometry, view)).toEqual({ top: 360, left: 40 })
    expect(scrollTargetFor({ row: -1, column: 0 }, geometry, view)).toEqual({ top: 360, left: 40 })
  })

  test('makes rows tall enough for a column of three lines, unless it is hidden', () => {
    const tall = columns.map((column, index) => (index === 1 ? { ...column, lines: 3 } : column))
    const measureRowHeight = (columnSet: typeof columns, isCoarse = false) =>
      computeGeometry({ columns: columnSet, widths: {}, actionWidth: 0, hasEntry: false, isCoarse }).rowHeight
    expect([measureRowHeight(tall), measureRowHeight(columns)]).toEqual([56, 36])
    // On touch screens a row is high enough already.
    expect(measureRowHeight(tall, true)).toBe(44)
  })

  test('makes rows 44 px high on touch screens, and lets a stored width win over the description', () => {
    const close = { columns, widths: {}, actionWidth: 0, hasEntry: false, isDense: true }
    expect([false, true].map((isCoarse) => computeGeometry({ ...close, isCoarse }).rowHeight)).toEqual([30, 44])
    const touch = computeGeometry({
      columns,
      widths: { owner: 300 },
      actionWidth: 0,
      hasEntry: false,
      isCoarse: true,
    })
    expect(touch.rowHeight).toBe(44)
    expect(touch.widths[columns.findIndex((column) => column.key === 'owner')]).toBe(300)
  })
})

describe('rows that are unfolded', () => {
  test('places a row below the unfolded lines above it and finds it there again', () => {
    const lines = createRowLines({ extra: 2, isAll: false, exceptions: [0, 3] })
    const unfolded = computeGeometry({ columns, widths: {}, actionWidth: 0, hasEntry: false, isCoarse: false, lines })
    expect([0, 1, 3, 4].map((row) => computeTopOfRow(unfolded, row) / 36)).toEqual([0, 3, 5, 8])
    expect([0, 35, 71, 108, 7 * 36, 8 * 36].map((top) => findRowAtTop(unfolded, top))).toEqual([0, 0, 0, 1, 3, 4])
  })
})

describe('widths of the case book', () => {
  test('shows all money columns at 1440 px next to navigation, scroll bar and buttons', () => {
    const view = 1440 - 232 - 34 - 17
    const book = computeGeometry({
      columns,
      widths: {},
      actionWidth: 92,
      hasEntry: true,
      isCoarse: false,
      hasChecks: true,
    })
    const money = columns.flatMap(({ field }, index) => (field.kind === 'won' ? [index] : []))
    expect(money).toHaveLength(5)
    for (const at of money) {
      const right = (book.lefts[at] ?? 0) + (book.widths[at] ?? 0)
      expect(right, columns[at]?.label).toBeLessThanOrEqual(view - book.actionWidth)
    }
  })

  test('shares a wider window among the text columns; once a width is set by hand, all widths stay', () => {
    const all = columns.reduce((sum, { width }) => sum + width, 0)
    const grown = growWidths(columns, {}, all + 462)
    expect(Object.keys(grown)).toEqual(['group_id', 'owner', 'owner_address', 'purpose'])
    expect(grown['group_id']).toBe(112 + 112)
    expect(growWidths(columns, { owner: 90 }, all + 400)).toEqual({ owner: 90 })
  })

  test('no column is cut at the right edge of an unscrolled list, in any window', () => {
    const lastFigure = columns.findIndex(({ key }) => key === 'tax')
    fc.assert(
      fc.property(fc.integer({ min: 120, max: 2400 }), (room) => {
        const fitted = growWidths(columns, {}, room)
        let left = 0
        const cut = columns.filter((column) => {
          const start = left
          left += resolveColumnWidth(column, fitted)
          return start < room && left > room
        })
        expect(cut.map(({ key }) => key)).toEqual([])
      }),
    )
    const missing = 6
    const upToTax = columns.slice(0, lastFigure + 1).reduce((sum, { width }) => sum + width, 0)
    const narrowed = growWidths(columns, {}, upToTax - missing)
    expect(narrowed['tax']).toBeUndefined()
    expect(narrowed['owner_address']).toBeLessThan(columns.find(({ key }) => key === 'owner_address')?.width ?? 0)
  })

  test('keeps addresses wide enough for the road on tablets; amounts leave the view instead', () => {
    const widened = widenAddresses(columns)
    const address = widened.find(({ key }) => key === 'owner_address')
    for (const room of [604, 860, 1016])
      expect(address && resolveColumnWidth(address, growWidths(widened, {}, room))).toBeGreaterThan(190)
  })
})

test('narrows a text column at the right edge to the space left, or hides it if that is too little', () => {
  const deposits = buildVisibleColumns(depositCaseBook)
  const address = deposits.findIndex(({ key }) => key === 'address')
  const before = deposits.slice(0, address).reduce((sum, { width }) => sum + width, 0)
  expect(growWidths(deposits, {}, before + 150)).toEqual({ address: 150 })
  const pushed = growWidths(deposits, {}, before + 60)
  expect(pushed['address']).toBeUndefined()
  expect(pushed['business_section']).toBe(184 + 60)
})

test('narrows other text columns for the last one if none can grow, and hides it if it lacks much', () => {
  const uses = buildVisibleColumns(cardUsageBook, { pay: { align: 'end' } })
  const all = uses.reduce((sum, { width }) => sum + width, 0)
  const [day, store] = uses.map(({ width }) => width)
  expect(growWidths(uses, {}, all - 2)).toEqual({ store_name: (store ?? 0) - 2 })
  expect(growWidths(uses, {}, all - 100)).toEqual({ store_name: all - 100 - (day ?? 0) })
})

describe('pinned columns', () => {
  const listPinned = (viewWidth: number, { shown = columns, leadWidth = 56 } = {}) =>
    fitPinned(shown, {}, { viewWidth, leadWidth }).flatMap(({ isPinned, key }) => (isPinned ? [key] : []))

  test('take at most 60 % of the view, drop the case owner last, and come before the columns that scroll', () => {
    expect(listPinned(4000)).toEqual(['group_id', 'regi_date', 'owner'])
    expect(listPinned(480)).toEqual(['group_id', 'owner'])
    expect(listPinned(390, { leadWidth: 76 })).toEqual(['owner'])
    expect(listPinned(200)).toEqual([])
    const phone = fitPinned(columns, {}, { viewWidth: 390, leadWidth: 76 })
    expect(phone.slice(0, 4).map(({ key }) => key)).toEqual(['owner', 'group_id', 'regi_date', 'owner_address'])
  })

  test('next to an open panel, a unit pins only its number and its project', () => {
    const shown = buildVisibleColumns(realEstateUnitBook)
    expect(listPinned(1200, { shown, leadWidth: 112 })).toEqual(['regi_date', 'group_id', 'purpose', 'dongho'])
    expect(listPinned(553, { shown, leadWidth: 112 })).toEqual(['group_id', 'dongho'])
  })
})

describe('many columns', () => {
  const [plain = fail()] = columns.filter((column) => !column.isPinned)
  const wide = Array.from({ length: 60 }, (_, index) => ({
    ...plain,
    key: `c${index}`,
    width: 100,
    isPinned: index < 2,
  }))
  const sixty = computeGeometry({ columns: wide, widths: {}, actionWidth: 72, hasEntry: false, isCoarse: false })

  test('draws those in view with a few around them, and always the pinned and the focused one', () => {
    const window = computeColumnWindow(sixty, { left: 2000, width: 1000 }, everyColumn)
    const visible = listVisibleColumns(sixty, window, 50)
    expect(visible.map(({ columnIndex }) => columnIndex)).toEqual([0, 1, ...listRange(window.from, window.to), 50])
    expect(window.from).toBeLessThanOrEqual(22)
    expect(window.to).toBeGreaterThanOrEqual(30)
    expect(visible.length).toBeLessThanOrEqual(24)
    expect(visible.filter(({ gap }) => gap !== null).map(({ columnIndex }) => columnIndex)).toEqual([window.from, 50])
  })

  test('redraws nothing for a scroll within the window', () => {
    const window = computeColumnWindow(sixty, { left: 2000, width: 1000 }, everyColumn)
    expect(computeColumnWindow(sixty, { left: 2150, width: 1000 }, window)).toBe(window)
    expect(computeColumnWindow(sixty, { left: 3400, width: 1000 }, window)).not.toBe(window)
  })

  test('draws all of them when there are few', () => {
    const window = computeColumnWindow(geometry, { left: 0, width: 300 }, { from: 3, to: 4 })
    expect(listVisibleColumns(geometry, window, -1)).toHaveLength(columns.length)
  })
})

function listRange(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

function fail(): never {
  throw new Error('the book has no column that scrolls')
}
