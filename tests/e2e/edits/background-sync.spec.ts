import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { waitUntilAllStored } from '../support/go-offline.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'
import { openBackgroundTurn } from '../support/worker-events.ts'

test.use({ serviceWorkers: 'allow' })

test('the service worker sends waiting edits when the network is back and no page is open @core', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '닫힌창')
  await openCaseBook(page, office.url, '?search=닫힌창')
  await waitUntilAllStored(page)
  office.network.setReachable(false)
  await typeIntoCell(page, findCell(findCaseRow(page, '닫힌창1'), '등기목적'), '창 없이 보낸 목적')
  await expect(findCell(findCaseRow(page, '닫힌창1'), '등기목적')).toContainText('전송 대기')

  const giveTurn = await openBackgroundTurn(page.context(), office.url, 'outbox')
  await page.close()
  office.network.setReachable(true)
  // Like a browser, gives another turn after one that could not send everything (the closed page
  // may still hold the lock briefly).
  await expect
    .poll(
      async () => {
        await giveTurn()
        return (await listOwnCases(colleague, '닫힌창'))[0]
      },
      { timeout: 60_000, intervals: [1000, 2000, 5000] },
    )
    .toMatchObject({ purpose: '창 없이 보낸 목적', version: (made?.version ?? 0) + 1 })
})
