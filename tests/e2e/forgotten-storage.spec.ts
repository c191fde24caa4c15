import { openCaseBook } from './support/case-book.ts'
import { untilAllStored } from './support/go-offline.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('a browser that forgot its local storage still knows whose work it holds, without a network', async ({
  office,
  staffPage: page,
}) => {
  await openCaseBook(page, office.url)
  await untilAllStored(page)
  office.network.setReachable(false)
  // What a killed browser may come back with: its last seconds of local storage are gone, IndexedDB is whole.
  await page.evaluate(() => localStorage.clear())
  await openCaseBook(page, office.url)
  await expect(page.getByRole('button', { name: /님 메뉴/ })).toBeVisible()
})
