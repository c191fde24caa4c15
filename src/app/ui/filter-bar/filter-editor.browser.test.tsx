import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import type { Filter } from '#contract/records/query.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { listComingPeriods, listQuickPeriods } from '#domain/dates/periods.ts'
import { getOfficeToday } from '../office/office-today.ts'
import { FilterEditor } from './filter-controls.tsx'
import { emptyQuery, type FilterableField, withFilter } from './filter-query.ts'

const day: FilterableField = { field: 'deposited_at', label: '입금일', kind: 'date' }
const fees: FilterableField = { field: 'fees', label: '보수료', kind: 'won' }

function Editor({ field, start }: { field: FilterableField; start: readonly Filter[] }) {
  const [query, setQuery] = useState({ ...emptyQuery, filters: start })
  return (
    <>
      <FilterEditor
        field={field}
        filter={query.filters[0]}
        countValues={async () => []}
        onFilter={(filter) => setQuery(withFilter(query, filter))}
      />
      <output>{JSON.stringify(query.filters)}</output>
    </>
  )
}

async function openEditor(field: FilterableField, ...start: Filter[]) {
  await render(<Editor field={field} start={start} />)
}

async function expectFilters(...filters: Filter[]) {
  await expect.element(page.getByRole('status').last()).toHaveTextContent(JSON.stringify(filters))
}

const box = (name: string) => page.getByRole('checkbox', { name })

test.each([day, fees])('a range of $label finds empty and filled-in values by keyboard', async (field) => {
  await openEditor(field)
  box('비어 있음').element().focus()
  await userEvent.keyboard(' ')
  await expectFilters({ op: 'equals', field: field.field, value: null })
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await expectFilters({ op: 'between', field: field.field, from: null, to: null })
  await expect.element(box('비어 있음')).not.toBeChecked()
  await userEvent.keyboard(' ')
  await expectFilters()
})

test('a filter on empty days opens as a range with its box ticked', async () => {
  await openEditor(day, { op: 'equals', field: 'deposited_at', value: null })
  await expect.element(box('비어 있음')).toBeChecked()
  await page.getByLabelText('시작일', { exact: true }).fill('2026-11-02')
  await userEvent.keyboard('{Enter}')
  await expectFilters({ op: 'between', field: 'deposited_at', from: '2026-11-02', to: null })
  await expect.element(box('비어 있음')).not.toBeChecked()
})

test('a month or year typed as a day fills both ends, and an unknown word is refused', async () => {
  await openEditor(day)
  const start = page.getByLabelText('시작일', { exact: true })
  for (const [typed, from, to] of [
    ['2026-11', '2026-11-01', '2026-11-30'],
    ['2025', '2025-01-01', '2025-12-31'],
  ] as const) {
    await start.fill(typed)
    await userEvent.keyboard('{Enter}')
    await expectFilters({ op: 'between', field: 'deposited_at', from, to })
    await expect.element(start).toHaveValue(from)
  }
  await start.fill('언젠가')
  await userEvent.keyboard('{Enter}')
  await expect.element(start).toBeInvalid()
})

test('a day named as the first day is that day alone, unless the range has an end', async () => {
  const tomorrow = addDays(getOfficeToday(), 1)
  await openEditor(day)
  const start = page.getByLabelText('시작일', { exact: true })
  await start.fill('내일')
  await userEvent.keyboard('{Enter}')
  await expectFilters({ op: 'between', field: 'deposited_at', from: tomorrow, to: tomorrow })
  await page.getByLabelText('종료일', { exact: true }).fill('모레')
  await userEvent.keyboard('{Enter}')
  await start.fill('오늘')
  await userEvent.keyboard('{Enter}')
  await expectFilters({ op: 'between', field: 'deposited_at', from: getOfficeToday(), to: addDays(tomorrow, 1) })
})

test('offers the coming weeks for days that lie ahead', async () => {
  await openEditor({ ...day, isComing: true })
  await page.getByRole('button', { name: '다음 주' }).click()
  const [, next] = listComingPeriods(getOfficeToday())
  await expectFilters({ op: 'between', field: 'deposited_at', from: String(next?.start), to: String(next?.end) })
})

test('filters instants by the days of the office', async () => {
  await openEditor({ field: 'created_at', label: '등록일시', kind: 'datetime' })
  const start = page.getByLabelText('시작일', { exact: true })
  await start.fill('2026-11')
  await userEvent.keyboard('{Enter}')
  await expectFilters({
    op: 'between',
    field: 'created_at',
    from: '2026-10-31T15:00:00+00:00',
    to: '2026-11-30T14:59:59.999999+00:00',
  })
  await expect.element(start).toHaveValue('2026-11-01')
  await expect.element(page.getByLabelText('종료일', { exact: true })).toHaveValue('2026-11-30')
})

test('offers the usual months and years; another press clears them', async () => {
  await openEditor(day)
  const [current] = listQuickPeriods(getOfficeToday())
  const button = page.getByRole('button', { name: '이번 달' })
  await button.click()
  await expectFilters({ op: 'between', field: 'deposited_at', from: String(current?.start), to: String(current?.end) })
  await expect.element(button).toHaveAttribute('aria-pressed', 'true')
  await button.click()
  await expectFilters()
})
