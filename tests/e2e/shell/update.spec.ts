import { entryCell, findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { checkForUpdate, isRunningNextBuild, withNextBuild } from '../support/next-build.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

/**
 * Chromium activates a new worker once the old one is idle, and that one may still be storing the
 * back office's code.
 */
const untilLetIn = { timeout: 90_000 }

test('a new version waits for confirmation, asks about typed text, and then runs in every window @core', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const context = page.context()
  await makeCases(colleague, '새판')
  await withNextBuild(office, async (next) => {
    await openCaseBook(page, office.url, '?search=새판')
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    const other = await context.newPage()
    await other.goto(`${office.url}/staff/outbox`)
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await entryCell(page, '소유자').click()
    await page.keyboard.type('아직 안 보낸 사람')
    await page.keyboard.press('Enter')

    next.publish()
    await checkForUpdate(page)
    const prompt = page.getByRole('status').filter({ hasText: '새 버전이 있습니다' })
    await expect(prompt).toBeVisible()
    await expect(other.getByText('새 버전이 있습니다')).toBeVisible()
    expect(await isRunningNextBuild(page)).toBe(false)

    await other.getByRole('button', { name: '나중에' }).click()
    await expect(other.getByText('새 버전이 있습니다')).toBeHidden()
    await typeIntoCell(page, findCell(findCaseRow(page, '새판1'), '보수료'), '330000')
    await expect.poll(async () => (await listOwnCases(colleague, '새판'))[0]?.fees).toBe(330_000)

    await prompt.getByRole('button', { name: '업데이트' }).click()
    await expect(prompt).toContainText('저장하지 않은 입력')
    await expect(entryCell(page, '소유자')).toHaveText('아직 안 보낸 사람')
    expect(await isRunningNextBuild(page)).toBe(false)

    await entryCell(page, '소유자').click()
    await page.keyboard.press('Delete')
    await prompt.getByRole('button', { name: '업데이트' }).click()
    await expect.poll(() => isRunningNextBuild(page), untilLetIn).toBe(true)
    await expect.poll(() => isRunningNextBuild(other), untilLetIn).toBe(true)
    await expect(findCaseRow(page, '새판1')).toBeVisible()
  })
})

test('an update from another window does not reload a window with typed text, and tells it so', async ({
  office,
  staffPage: page,
}) => {
  const context = page.context()
  await withNextBuild(office, async (next) => {
    await openCaseBook(page, office.url)
    const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null)
    await expect.poll(isControlled, { timeout: 60_000 }).toBe(true)
    const other = await context.newPage()
    await other.goto(`${office.url}/about`)
    await entryCell(page, '소유자').click()
    await page.keyboard.type('쓰는 중')
    await page.keyboard.press('Enter')
    next.publish()
    await checkForUpdate(other)
    await other.getByRole('button', { name: '업데이트' }).click()
    await expect.poll(() => isRunningNextBuild(other), untilLetIn).toBe(true)
    await expect(page.getByText('다른 창에서 새 버전으로 바꾸었습니다')).toBeVisible()
    await expect(entryCell(page, '소유자')).toHaveText('쓰는 중')
    expect(await isRunningNextBuild(page)).toBe(false)
  })
})

test('stores the app for offline use although the worker was missing and a new version appeared meanwhile', async ({
  office,
  newDevicePage: page,
}) => {
  // The worker's code is unavailable at first; then a new version appears while it is being stored.
  const missed = new Map([
    ['/sw.js', { status: 503, publishes: false }],
    ['/index.html', { status: 404, publishes: true }],
  ])
  await withNextBuild(office, async (next) => {
    office.network.setFaults(({ path }) => {
      const response = missed.get(path)
      if (!response) return { kind: 'pass' }
      missed.delete(path)
      if (response.publishes) next.publish()
      return { kind: 'status', status: response.status }
    })
    await page.goto(office.url)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    expect(missed.size).toBe(0)
    office.network.setReachable(false)
    await page.goto(`${office.url}/about`)
    expect(await isRunningNextBuild(page)).toBe(true)
  })
})
