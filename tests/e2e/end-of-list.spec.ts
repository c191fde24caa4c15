import { cellOf, openCaseBook } from './support/case-book.ts'
import { makeCases } from './support/own-cases.ts'
import { startSession } from './support/start-session.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

test('the end of a list of 600 cases is reached at every width around a wrap of the bar, with the case book alive', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  test.slow()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  await makeCases(colleague, '끝줄', 600)
  await page.setViewportSize({ width: 1366, height: 768 })
  await openCaseBook(page, office.url, '?search=끝줄')
  await expect(page.getByText('총 600개 중')).toBeVisible({ timeout: 60_000 })
  for (const width of [
    1366, 1361, 1362, 1363, 1364, 1365, 1367, 1129, 1130, 1131, 1132, 1133, 1134, 1135, 1440, 1600,
  ]) {
    await page.setViewportSize({ width, height: 768 })
    await page.keyboard.press('Control+Home')
    await cellOf(page.getByRole('row').filter({ hasText: '끝줄' }).first(), '등기목적').click()
    await page.keyboard.press('Control+End')
    await expect(page.getByText('총 600개 중 600개 표시'), `${width} px`).toBeVisible()
  }
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: /끝줄\d/ })
      .last(),
  ).toBeVisible()
  expect(faults).toEqual([])
})

test('no width lets a screen with a table end in an error, nor its bar depend on the place in the list', async ({
  office,
  calmPage: page,
}) => {
  test.slow()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  await startSession(page, office, 'superuser')
  const uneven: unknown[] = []
  for (const path of screensWithTables) {
    await page.setViewportSize({ width: 1920, height: 768 })
    await page.goto(office.url + path)
    await expect(page.locator('[data-table-scroller]').first()).toBeVisible()
    // While the list is still being copied its total grows, and the bar with it.
    await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('더 많은 데이터를 불러오는 중...')).toHaveCount(0)
    for (let width = 360; width <= 1920; width += 60) {
      await page.setViewportSize({ width, height: 768 })
      const bars = await page.evaluate(heightsOfBar)
      if (bars.top !== bars.end) uneven.push({ path, width, ...bars })
    }
    await expect(page.locator('[data-table-scroller]').first()).toBeVisible()
  }
  expect(uneven).toEqual([])
  expect(faults).toEqual([])
})

const screensWithTables = [
  ...['address', 'table', 'bank'].map((tab) => `/services/real-estate?tab=${tab}`),
  '/services/deposit',
  ...['company', 'department', 'manager', 'project', 'title'].map((tab) => `/services/deposit?tab=${tab}`),
  '/quick',
  '/staff/card-report',
  '/staff/car-ledger',
  '/staff/leave-request',
  '/staff/inquiries',
]

/** Height in px of the bar under the first table with its list at the top and at the end; 0 where a screen has no such bar. */
async function heightsOfBar(): Promise<{ top: number; end: number }> {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const scroller = document.querySelector('[data-table-scroller]')
  const height = () => document.querySelector<HTMLElement>('nav[aria-label="페이지"]')?.offsetHeight ?? 0
  scroller?.scrollTo({ top: 0 })
  await drawn()
  const top = height()
  scroller?.scrollTo({ top: scroller.scrollHeight })
  await drawn()
  return { top, end: height() }
}
