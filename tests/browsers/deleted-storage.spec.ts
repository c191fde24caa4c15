import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { openCaseBook, typeIntoPurpose, waitUntilCopied } from './support/office-pages.ts'
import { caseCell } from './support/target.ts'
import { expect, test } from './support/test.ts'

test('waiting edits survive that another tab deletes every database', async ({
  office,
  colleague,
  device,
  staffTab: tab,
}) => {
  await makeCases(colleague, '비운곳간')
  await openCaseBook(tab, office, '비운곳간')
  await waitUntilCopied(tab)
  office.network.setFaults(({ opId }) => (opId ? { kind: 'status', status: 503 } : { kind: 'pass' }))
  await typeIntoPurpose(tab, '비운곳간1', '비우기 전에')
  await tab.see('대기 1')
  const other = await device.openTab()
  await other.open(`${office.url}/robots.txt`)
  await other.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
    for (const name of names)
      await new Promise((resolve) => {
        const request = indexedDB.deleteDatabase(name)
        for (const type of ['success', 'error', 'blocked']) request.addEventListener(type, resolve)
      })
  })
  office.network.setFaults(() => ({ kind: 'pass' }))
  await expect
    .poll(async () => (await listOwnCases(colleague, '비운곳간'))[0], { timeout: 120_000 })
    .toMatchObject({ purpose: '비우기 전에', version: 2 })
  await tab.see(caseCell('비운곳간1', '등기목적'))
})
