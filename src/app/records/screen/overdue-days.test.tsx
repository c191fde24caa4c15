import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import { fitPinned, growWidths, resolveColumnWidth, widenAddresses } from '#app/ui/data-table/layout/geometry.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { CardFace } from '#app/ui/record-cards/card-face.tsx'
import { createCardShape, fitPortrait } from '#app/ui/record-cards/card-shape.ts'
import { type CollectionName, collectionNames } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { getRecordBook } from '../record-book.ts'
import { keepDeadlineInView, markOverdueDays } from './overdue-days.ts'

const today = getOfficeToday()
const yesterday = addDays(today, -1)
const withDeadline = collectionNames.filter((name) => getRecordBook(name).rules.deadline)

function makeRow(name: CollectionName, values: Readonly<Record<string, FieldValue>>): SourceRow {
  const empty = Object.fromEntries(getRecordBook(name).fields.map(({ key }) => [key, null]))
  const record = { ...empty, id: '1', version: 1, inserted_at: '', updated_at: '', ...values }
  return { id: '1', record, joined: {}, marks: {}, state: 'plain', isOutside: false }
}

test.each(withDeadline)('the past day of an open record is red and named, and no other: %s', (name) => {
  const book = getRecordBook(name)
  const key = String(book.rules.deadline?.day)
  const column = markOverdueDays(buildAllColumns(book), book.rules).find((candidate) => candidate.key === key)
  const readLook = (values: Readonly<Record<string, FieldValue>>) => {
    const row = makeRow(name, values)
    return [column?.tone?.(row), column?.toneText?.(row)]
  }
  expect(readLook({ [key]: yesterday })).toEqual(['danger', '지난 날짜'])
  const done: Partial<Record<CollectionName, Readonly<Record<string, FieldValue>>>> = {
    'deposit-cases': { deposit_number: '2026-1' },
    'real-estate': { created_at: yesterday },
    reminders: { done_on: yesterday },
  }
  for (const values of [{ [key]: today }, { [key]: null }, { [key]: yesterday, ...done[name] }])
    expect(readLook(values)).toEqual([null, null])
})

test('a card says that its day is past', () => {
  const book = getRecordBook('deposit-cases')
  const columns = markOverdueDays(buildAllColumns(book), book.rules)
  const shape = createCardShape(columns, book.card)
  const row = makeRow('deposit-cases', { owner_name: '김가온', expropriated_at: yesterday })
  const face = <CardFace row={row} shape={shape} columns={columns} pending={{}} finder={null} />
  expect(renderToStaticMarkup(face)).toMatch(/text-danger[^>]*>[\d.]+<span class="sr-only">, 지난 날짜</)
})

/** Tables on touch screens in px, without ⋯ at the right edge. */
const tabletTables = [
  { screen: '1024×768', viewWidth: 948, isPortrait: false },
  { screen: '1024×768 with an open record', viewWidth: 548, isPortrait: false },
  { screen: '768×1024', viewWidth: 692, isPortrait: true },
]
const narrowLists = withDeadline.flatMap((name) => tabletTables.map((table) => ({ name, ...table })))

test.each(narrowLists)('the day of the deadline is in view without a swipe: $name at $screen', (table) => {
  const book = getRecordBook(table.name)
  const narrowColumns = keepDeadlineInView(buildAllColumns(book), book.rules)
  const columns = widenAddresses(table.isPortrait ? fitPortrait(narrowColumns, book.card) : narrowColumns)
  const shownColumns = columns.filter(({ isHidden }) => !isHidden)
  const room = { viewWidth: table.viewWidth, leadWidth: 128 }
  const widths = growWidths(shownColumns, {}, room.viewWidth - room.leadWidth)
  const fittedColumns = fitPinned(shownColumns, widths, room)
  const day = fittedColumns.findIndex(({ key }) => key === book.rules.deadline?.day)
  const columnWidths = fittedColumns.map((column) => resolveColumnWidth(column, widths))
  expect(day).toBeGreaterThan(-1)
  expect(columnWidths.slice(0, day + 1).reduce((sum, width) => sum + width, room.leadWidth)).toBeLessThanOrEqual(
    room.viewWidth,
  )
})

test('a narrow list keeps every column, and a list without a deadline stays as it is', () => {
  const book = getRecordBook('deposit-cases')
  const all = buildAllColumns(book)
  const narrowKeys = keepDeadlineInView(all, book.rules).map(({ key }) => key)
  expect(narrowKeys.toSorted()).toEqual(all.map(({ key }) => key).toSorted())
  const addresses = buildAllColumns(getRecordBook('addresses'))
  expect(keepDeadlineInView(addresses, getRecordBook('addresses').rules)).toBe(addresses)
})
