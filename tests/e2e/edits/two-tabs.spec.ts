import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { waitUntilCopied } from '../support/go-offline.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('two windows of one person show the same data, and one takes over from the other @two-processes', async ({
  office,
  colleague,
  staffPage: first,
}) => {
  const context = first.context()
  await makeCases(colleague, '두탭', 2)
  await openCaseBook(first, office.url, '?search=두탭')
  await expect(findCaseRow(first, '두탭2')).toBeVisible()
  const second = await context.newPage()
  await openCaseBook(second, office.url, '?search=두탭')
  await expect(findCaseRow(second, '두탭2')).toBeVisible()
  await waitUntilCopied(first)
  office.network.setReachable(false)
  await typeIntoCell(first, findCell(findCaseRow(first, '두탭1'), '등기목적'), '첫째 창에서')
  await expect(findCell(findCaseRow(second, '두탭1'), '등기목적')).toContainText('첫째 창에서')
  await typeIntoCell(second, findCell(findCaseRow(second, '두탭2'), '등기목적'), '둘째 창에서')
  await expect(findCell(findCaseRow(first, '두탭2'), '등기목적')).toContainText('둘째 창에서')
  await expect(second.getByText('대기 2')).toBeVisible()

  // The first window opened first, so it sends; the delay lets the other one see it even on a busy
  // machine.
  office.network.setFaults(({ opId }) => (opId ? { kind: 'delay', ms: 10_000 } : { kind: 'pass' }))
  office.network.setReachable(true)
  await first.getByRole('button', { name: '지금 동기화' }).click()
  await expect(second.getByText(/전송 중 [12]/)).toBeVisible({ timeout: 60_000 })
  await first.close()
  office.network.setFaults(() => ({ kind: 'pass' }))
  await expect(second.getByText('대기 0')).toBeVisible({ timeout: 60_000 })
  await expect(second.getByText('전송 중 0')).toBeVisible({ timeout: 60_000 })
  // The count may be zero for a moment while one window hands over to the other.
  await expect
    .poll(async () => (await listOwnCases(colleague, '두탭')).map(({ purpose, version }) => [purpose, version]))
    .toEqual([
      ['첫째 창에서', 2],
      ['둘째 창에서', 2],
    ])
})
