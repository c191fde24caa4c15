import type { BrowserContext, Page } from '@playwright/test'
import { countedExactly } from '#contract/records/list-query.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { countCases } from '../support/colleague.ts'
import { waitUntilAllStored } from '../support/go-offline.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { quickRow, startLedger } from '../support/quick-delivery.ts'
import { expect, test } from '../support/test.ts'

/**
 * Holds back the first copy of the case book, as on a slow connection with 100,000 cases, until
 * released.
 */
async function holdCaseBook(context: BrowserContext): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await context.route('**/api/sync/real-estate/rows**', async (route) => {
    await released
    // Aborted meanwhile, because another screen needed its records first.
    await route.continue().catch(() => undefined)
  })
  return release
}

/** Marks the page permanently once any list in it shows a count of zero. */
async function watchForNone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const markEmpty = () => {
      if (/총 ?0(건|개)/.test(document.body?.textContent ?? '')) document.documentElement.dataset['countedNone'] = ''
    }
    new MutationObserver(markEmpty).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

const copying = '자료를 내려받는 중...'

test('shows and edits first rows before a fresh device has its copy, and keeps their position afterwards', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '새기기첫쪽', 30)
  await startLedger(colleague)
  const count = await countCases(colleague)
  const total = count > countedExactly ? '총 1만 건 이상' : `총 ${formatNumber(count)}건`
  const release = await holdCaseBook(page.context())
  await watchForNone(page)
  await openCaseBook(page, office.url, '?sort=-fees&page_size=100')
  const bar = page.getByRole('navigation', { name: '페이지' })
  await expect(bar.getByText(total)).toBeVisible()
  await expect(bar.getByText(copying)).toBeVisible()

  await page.getByRole('link', { name: '퀵' }).first().click()
  await expect(quickRow(page, '김가온')).toBeVisible()
  await expect(page.getByText('총 3건')).toBeVisible()

  await openCaseBook(page, office.url, '?search=새기기첫쪽&page_size=100')
  await expect(bar.getByText('총 30건')).toBeVisible()
  await typeIntoCell(page, findCell(findCaseRow(page, '새기기첫쪽7'), '등기목적'), '말소')
  await expect.poll(async () => (await listOwnCases(colleague, '새기기첫쪽7'))[0]?.purpose).toBe('말소')

  const scroller = page.locator('[data-table-scroller]')
  await scroller.evaluate((element) => element.scrollTo({ top: 120 }))
  const readScrollTop = () => scroller.evaluate((element) => element.scrollTop)
  const activeCell = () => page.locator('[data-cell-input]').getAttribute('aria-activedescendant')
  const [active, top] = [await activeCell(), await readScrollTop()]
  expect(top).toBeGreaterThan(0)
  release()
  await expect(bar.getByText(copying)).toHaveCount(0)
  await expect(bar.getByText('총 30건')).toBeVisible()
  expect([await activeCell(), await readScrollTop()]).toEqual([active, top])
  await expect(page.locator('html[data-counted-none]')).toHaveCount(0)
})

test('fetches lost code of a screen again, so that nothing is missing offline @offline', async ({
  office,
  staffPage: page,
}) => {
  const droppedCounts = new Map<string, number>()
  office.network.setFaults(({ path }) => {
    const times = (droppedCounts.get(path) ?? 0) + 1
    if (!path.includes('/staff-detail') && !path.includes('/staff-quick')) return { kind: 'pass' }
    droppedCounts.set(path, times)
    return times <= 2 ? { kind: 'drop_request' } : { kind: 'pass' }
  })
  await openCaseBook(page, office.url)
  await waitUntilAllStored(page)
  expect(droppedCounts.size).toBeGreaterThan(0)
  expect([...droppedCounts.values()].every((times) => times > 1)).toBe(true)
})
