import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import type { SourceRow } from '#contract/records/row-source.ts'
import { calendarKinds, listShownWeeks, placeEntries } from '#domain/calendar/calendar-entries.ts'
import { formatSpokenDay } from '#domain/dates/calendar.ts'
import { makeId } from '#tests/support/books/mirror-fixtures.ts'
import { DayGrid } from './day-grid.tsx'

const kind = calendarKinds.find(({ key }) => key === 'real-estate.regi_date')

function createRow(number: number, owner: string, day: string): SourceRow {
  const written = { inserted_at: '2028-02-01T00:00:00.000Z', updated_at: '2028-02-01T00:00:00.000Z' }
  const days = { regi_date: day, created_at: null, registrated_at: null }
  const record = { id: makeId(number), version: 1, ...written, owner, ...days }
  return { id: record.id, record, joined: {}, marks: {}, state: 'plain', isOutside: false }
}

/** A month of which `rows` are the filings; reports what a person opens and moves. */
async function showMonth(start: string, rows: readonly SourceRow[]) {
  const calls: string[] = []
  function Month() {
    const [cursor, setCursor] = useState(start)
    const weeks = listShownWeeks('month', cursor)
    const span = { first: weeks[0]?.[0] ?? '', last: weeks.at(-1)?.at(-1) ?? '' }
    return (
      <DayGrid
        weeks={weeks}
        cursor={cursor}
        today="2028-02-10"
        entriesByDay={placeEntries(kind ? [[kind, rows]] : [], span)}
        maxPerDay={3}
        onCursor={setCursor}
        onOpen={(day) => calls.push(`open ${day}`)}
        onMove={({ title }, day) => calls.push(`${title} to ${day}`)}
      />
    )
  }
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  await render(
    <RouterContextProvider router={router as never}>
      <Month />
    </RouterContextProvider>,
  )
  return calls
}

/** The button of a day, whose name also has the number of entries. */
const day = (date: string) => page.getByRole('button', { name: formatSpokenDay(date), exact: false })

test('arrow keys move across months, a leap day and a year, and Enter opens the day', async () => {
  const calls = await showMonth('2028-02-28', [])
  await day('2028-02-28').click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(day('2028-02-29')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(day('2028-03-01')).toHaveFocus()
  await userEvent.keyboard('{PageUp}{PageUp}{PageUp}')
  await expect.element(day('2027-12-01')).toHaveFocus()
  await userEvent.keyboard('{End}{Enter}')
  await expect.element(day('2027-12-04')).toHaveFocus()
  expect(calls).toEqual(['open 2028-02-28', 'open 2027-12-04'])
})

test('a cell counts what it has no room for, and says the count to screen readers', async () => {
  const names = ['가람', '나래', '다온', '라온', '마루']
  const rows = names.map((name, index) => createRow(index + 1, name, '2028-02-14'))
  const calls = await showMonth('2028-02-10', rows)
  await expect.element(page.getByRole('button', { name: `${formatSpokenDay('2028-02-14')}, 5건` })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /나래/ })).toBeVisible()
  await page.getByRole('button', { name: '외 3건' }).click()
  expect(calls).toEqual(['open 2028-02-14'])
})

test('an entry that is dragged to another day moves there', async () => {
  const calls = await showMonth('2028-02-10', [createRow(1, '가람', '2028-02-14')])
  await userEvent.dragAndDrop(page.getByRole('link', { name: /가람/ }), day('2028-02-29'))
  await expect.poll(() => calls).toEqual(['가람 to 2028-02-29'])
})
