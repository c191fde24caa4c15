import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openTable } from './table-harness.tsx'
import { cell, press } from './table-steps.ts'

const header = (name: string) => page.getByRole('columnheader', { name })

test('sorts by several columns with Shift, key or menu; each shows its direction and rank', async () => {
  const table = await openTable({ layout: true })
  const formatSort = () => table.sort.map(({ field, direction }) => `${field} ${direction}`)
  const ranks = () =>
    page
      .getByCss('[role=columnheader] .tabular')
      .elements()
      .map((rank) => rank.textContent)
  await header('등기예정일').click()
  await header('보수료').click({ modifiers: ['Shift'] })
  await expect.poll(formatSort).toEqual(['regi_date asc', 'fees asc'])
  await expect.poll(ranks).toEqual(['1', '2'])
  await expect.element(header('등기예정일')).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(header('보수료')).toHaveAttribute('aria-sort', 'none')
  await expect.element(header('보수료')).toHaveAttribute('aria-description', '정렬 2순위, 오름차순')
  await header('보수료').click({ modifiers: ['Shift'] })
  await expect.poll(formatSort).toEqual(['regi_date asc', 'fees desc'])

  // By key: 소유자 is added last, turns descending, and is removed again.
  await cell(0, 1).click()
  await press('ArrowUp', 'ArrowUp', 'Shift+Enter')
  await expect.poll(formatSort).toEqual(['regi_date asc', 'fees desc', 'owner asc'])
  await press('Shift+Enter')
  await expect.poll(formatSort).toEqual(['regi_date asc', 'fees desc', 'owner desc'])
  await press('Shift+Enter')
  await expect.poll(formatSort).toEqual(['regi_date asc', 'fees desc'])

  // A right click opens the menu too; a column that changes direction keeps its rank.
  await choose('등기예정일', '내림차순')
  await expect.poll(formatSort).toEqual(['regi_date desc', 'fees desc'])
  await choose('소유자', '정렬에 추가')
  await choose('등기예정일', '정렬에서 빼기')
  await expect.poll(formatSort).toEqual(['fees desc', 'owner asc'])
  await choose('소유자', '기본 순서')
  await expect.poll(formatSort).toEqual([])
  expect(ranks()).toEqual([])

  // While whole columns are selected, Shift extends the selection.
  await header('소유자').click({ modifiers: ['Control'] })
  await header('보수료').click({ modifiers: ['Shift'] })
  expect(formatSort()).toEqual([])
})

test('marks the default order on its column, or on the row numbers when that column is hidden', async () => {
  await openTable({ defaultSort: { field: 'regi_date', direction: 'desc' } })
  await expect.element(header('등기예정일')).toHaveAttribute('aria-sort', 'descending')
  await expect.element(header('등기예정일')).toHaveAttribute('title', '기본 순서: 등기예정일 내림차순')
  await expect.element(page.getByRole('img', { name: /기본 순서/ })).not.toBeInTheDocument()
  await header('소유자').click()
  await expect.element(header('등기예정일')).toHaveAttribute('aria-sort', 'none')
})

test('shows the arrow of a column outside the view over the row numbers as well', async () => {
  await openTable({ columns: 60, defaultSort: { field: 'more_30', direction: 'asc' } })
  await expect.element(page.getByRole('img', { name: '기본 순서: 추가 31 오름차순' })).toBeInViewport({ ratio: 1 })
})

test('labels the order of receipt over the row numbers until another order is chosen', async () => {
  await openTable({ defaultSort: { field: 'id', direction: 'desc' } })
  const arrow = page.getByRole('img', { name: '기본 순서: 등록 내림차순' })
  await expect.element(arrow).toBeVisible()
  await header('소유자').click()
  await expect.element(arrow).not.toBeInTheDocument()
})

async function choose(column: string, entry: string): Promise<void> {
  await header(column).click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry, exact: false }).click()
  await expect.poll(() => page.getByRole('menu').length).toBe(0)
}
