import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { getBook } from '#contract/books/collections.ts'
import { listQuickPeriods } from '#domain/dates/periods.ts'
import { type ReportPeriod, ReportPeriodBar } from './period-fields.tsx'

const everything = { date_field: 'created_at', start: '', end: '' } as const
const lastMonth = listQuickPeriods(getOfficeToday()).find(({ label }) => label === '지난달')
const days = { start: lastMonth?.start ?? '', end: lastMonth?.end ?? '' }

async function open(period: ReportPeriod) {
  const onPeriod = vi.fn<(change: Partial<ReportPeriod>) => void>()
  await render(<ReportPeriodBar book={getBook('deposit-cases')} period={period} onPeriod={onPeriod} />)
  return onPeriod
}

afterEach(() => page.viewport(1440, 900))

test('chooses a usual range with one press', async () => {
  const onPeriod = await open(everything)
  await page.getByRole('button', { name: '지난달' }).click()
  expect(onPeriod.mock.calls).toEqual([[days]])
})

test('marks the current range, and another press takes it away', async () => {
  const onPeriod = await open({ ...everything, ...days })
  await expect.element(page.getByRole('button', { name: '지난달' })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('button', { name: '올해' })).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: '지난달' }).click()
  expect(onPeriod.mock.calls).toEqual([[{ start: '', end: '' }]])
})

test('folds its fields on a phone behind the range as text', async () => {
  await page.viewport(390, 844)
  await open(everything)
  const fold = page.getByRole('button', { name: '기간 전체 (등기접수일 기준)' })
  const first = page.getByLabelText('시작일')
  await expect.element(first).not.toBeVisible()
  expect(document.querySelector('search')?.getBoundingClientRect().height).toBeLessThan(130)
  await fold.click()
  await expect.element(first).toBeVisible()
})

test('shows its fields at once on a desk', async () => {
  await open(everything)
  await expect.element(page.getByLabelText('시작일')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '기간 전체 (등기접수일 기준)' })).not.toBeInTheDocument()
})
