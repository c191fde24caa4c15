import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { openCaseBook, readPurpose, typeIntoPurpose, waitUntilCopied } from './support/office-pages.ts'
import { caseCell } from './support/target.ts'
import { expect, test } from './support/test.ts'

test('a page left right after an edit keeps it, and the page shown again by 뒤로 still works', async ({
  office,
  colleague,
  staffTab: tab,
}) => {
  await makeCases(colleague, '되짚음')
  await openCaseBook(tab, office, '되짚음')
  await waitUntilCopied(tab)
  const readOnServer = async () => (await listOwnCases(colleague, '되짚음'))[0]?.purpose
  for (const round of [1, 2, 3]) {
    await typeIntoPurpose(tab, '되짚음1', `떠나며 고침${round}`)
    await tab.open(`${office.url}/about`)
    await tab.see({ css: 'h1' })
    await tab.evaluate(() => history.back())
    await tab.see(caseCell('되짚음1', '등기목적'))
    await expect.poll(() => readPurpose(tab, '되짚음1')).toContain(`떠나며 고침${round}`)
    await expect.poll(readOnServer).toBe(`떠나며 고침${round}`)
  }
})

test('an edit in the next page is sent while the page cache may hold the page before it', async ({
  office,
  colleague,
  staffTab: tab,
}) => {
  await makeCases(colleague, '건너감', 2)
  await openCaseBook(tab, office, '건너감')
  await waitUntilCopied(tab)
  await typeIntoPurpose(tab, '건너감1', '앞 화면에서')
  await openCaseBook(tab, office, '건너감')
  await typeIntoPurpose(tab, '건너감2', '다음 화면에서')
  await expect
    .poll(async () => (await listOwnCases(colleague, '건너감')).map(({ purpose, version }) => [purpose, version]))
    .toEqual([
      ['앞 화면에서', 2],
      ['다음 화면에서', 2],
    ])
})
