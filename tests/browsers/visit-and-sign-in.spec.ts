import { openCaseBook, signInAsStaff, waitUntilCopied } from './support/office-pages.ts'
import { expect, test } from './support/test.ts'

test('a visitor reads public pages, signs in, and the office is copied to the device', async ({ office, device }) => {
  const tab = await device.start()
  await tab.open(`${office.url}/about`)
  await tab.see({ css: 'h1' })
  await signInAsStaff(tab)
  await openCaseBook(tab, office, '')
  await waitUntilCopied(tab)
  const names = await tab.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name))
  expect(names.filter((name) => name.startsWith('mirror-'))).toHaveLength(1)
})
