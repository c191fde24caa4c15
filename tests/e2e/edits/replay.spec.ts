import { bookRows, findCell, openCaseBook } from '../support/case-book.ts'
import { waitUntilCopied } from '../support/go-offline.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('applies 20 waiting edits once each although session and server end midway @two-processes', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '중단', 20)
  await openCaseBook(page, office.url, '?search=중단&page_size=100')
  await waitUntilCopied(page)
  office.network.setReachable(false)
  await findCell(bookRows(page).first(), '등기목적').click()
  for (let row = 0; row < 20; row += 1) {
    await page.keyboard.type(`재개${row}`)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('대기 20')).toBeVisible()
  const passed: { count: number; requests: number; renewals: number; killing?: Promise<void> } = {
    count: 0,
    requests: 0,
    renewals: 0,
  }
  const killed = new Promise<void>((resolve) => {
    office.network.setFaults(({ writes, path }) => {
      if (path.includes('get_refresh_token') && passed.renewals++ < 1) return { kind: 'status', status: 503 }
      if (writes.length === 0) return { kind: 'pass' }
      passed.requests += 1
      if (passed.requests === 1) return { kind: 'status', status: 401 }
      if (passed.requests === 2) return { kind: 'drop_response' }
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
  const after = await listOwnCases(colleague, '중단')
  expect(new Set(after.map((record) => record.purpose)).size).toBe(20)
  expect(after.every((record) => record.version === 2)).toBe(true)
})
