import { cellOf, openCaseBook, rowOf, typeIntoCell } from './support/case-book.ts'
import { untilAllStored } from './support/go-offline.ts'
import { casesOf, makeCases } from './support/own-cases.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

test.use({ isDeviceKept: true })

test('an answer lost after the commit changes nothing twice', async ({ office, colleague, staffPage: page }) => {
  const [made] = await makeCases(colleague, '답유실')
  await openCaseBook(page, office.url, '?search=답유실')
  const lost = { left: 3 }
  office.network.setFaults(({ opId }) => (opId && lost.left-- > 0 ? { kind: 'drop_response' } : { kind: 'pass' }))
  await typeIntoCell(page, cellOf(rowOf(page, '답유실1'), '소유자'), '답유실바뀜')
  await expect.poll(() => lost.left, { timeout: 40_000 }).toBeLessThan(0)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 40_000 })
  const [after] = await casesOf(colleague, '답유실')
  expect(after).toMatchObject({ owner: '답유실바뀜', version: (made?.version ?? 0) + 1 })
})

test('a session that ends in the middle of 50 waiting edits loses none of them @two-processes', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  test.setTimeout(120_000)
  await makeCases(colleague, '오십', 50)
  await openCaseBook(page, office.url, '?search=오십&page_size=100')
  await expect(rowOf(page, '오십50')).toBeVisible()
  await untilAllStored(page)
  office.network.setReachable(false)
  await page.locator('[role=gridcell][data-row="0"][data-col="5"]').click()
  for (let row = 0; row < 50; row += 1) {
    await page.keyboard.type(`목적${row}`)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('대기 50')).toBeVisible()
  const seen = { requests: 0, renewals: 0 }
  office.network.setFaults(({ writes, path }) => {
    if (path.includes('get_refresh_token') && seen.renewals++ < 2) return { kind: 'status', status: 503 }
    if (writes.length === 0) return { kind: 'pass' }
    seen.requests += 1
    return seen.requests === 2 || seen.requests === 4 ? { kind: 'status', status: 401 } : { kind: 'pass' }
  })
  office.network.setReachable(true)
  await page.getByRole('button', { name: '지금 동기화' }).click()
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 90_000 })
  const after = await casesOf(colleague, '오십')
  expect(new Set(after.map((one) => one.purpose)).size).toBe(50)
  expect(after.every((one) => one.version === 2)).toBe(true)
})

test('a server killed in the middle of a replay applies every edit once after its return @two-processes', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  test.setTimeout(120_000)
  await makeCases(colleague, '중단', 20)
  await openCaseBook(page, office.url, '?search=중단&page_size=100')
  await untilAllStored(page)
  office.network.setReachable(false)
  await page.locator('[role=gridcell][data-row="0"][data-col="5"]').click()
  for (let row = 0; row < 20; row += 1) {
    await page.keyboard.type(`재개${row}`)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('대기 20')).toBeVisible()
  const passed: { count: number; killing?: Promise<void> } = { count: 0 }
  const killed = new Promise<void>((resolve) => {
    office.network.setFaults(({ writes }) => {
      passed.count += writes.length
      if (passed.count >= 6) resolve((passed.killing ??= office.kill()))
      return { kind: 'pass' }
    })
  })
  office.network.setReachable(true)
  await page.getByRole('button', { name: '지금 동기화' }).click()
  await killed
  await office.start()
  await page.getByRole('button', { name: '지금 동기화' }).click()
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const after = await casesOf(colleague, '중단')
  expect(new Set(after.map((one) => one.purpose)).size).toBe(20)
  expect(after.every((one) => one.version === 2)).toBe(true)
})
