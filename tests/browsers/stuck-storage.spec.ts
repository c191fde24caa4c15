import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { openCaseBook, readPurpose, waitUntilCopied } from './support/office-pages.ts'
import { expect, test } from './support/test.ts'

test('a copy that somebody holds up forever is replaced by another, and changes arrive again', async ({
  office,
  colleague,
  staffTab: tab,
}) => {
  await makeCases(colleague, '막힌서고')
  await openCaseBook(tab, office, '막힌서고')
  await waitUntilCopied(tab)
  await tab.evaluate(holdUpCopy)
  const [record] = await listOwnCases(colleague, '막힌서고')
  await colleague.send('PUT', '/api/mysql/realestate/list/', { id: record?.id, purpose: '새 서고에서' })
  await expect.poll(() => readPurpose(tab, '막힌서고1'), { timeout: 180_000 }).toBe('새 서고에서')
  await waitUntilCopied(tab)
})

/** Reads the copy in a transaction without end, so that nobody can write to it. */
async function holdUpCopy(): Promise<void> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name)
  const opening = indexedDB.open(names.find((name) => name.startsWith('mirror-')) ?? '')
  await new Promise((resolve) => {
    opening.addEventListener('success', resolve)
  })
  const stores = [...opening.result.objectStoreNames]
  const store = opening.result.transaction(stores).objectStore(stores[0] ?? '')
  const readOn = () => store.count().addEventListener('success', readOn)
  readOn()
}
