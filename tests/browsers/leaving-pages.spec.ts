import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { openCaseBook, typeIntoPurpose, waitUntilCopied } from './support/office-pages.ts'
import { expect, test } from './support/test.ts'

test.use({ reusesDevice: true })

test('an edit in the next page is sent while the page cache may hold the page before it', async ({
  office,
  colleague,
  staffTab: tab,
}) => {
  await makeCases(colleague, '건너감', 2)
  await openCaseBook(tab, office, '건너감')
  await waitUntilCopied(tab)
  await typeIntoPurpose(tab, '건너감1', '앞 화면에서')
  // With the same address it would be a reload, and no page would be cached.
  await openCaseBook(tab, office, '건너감2')
  await waitUntilCopied(tab)
  await typeIntoPurpose(tab, '건너감2', '다음 화면에서')
  await expect
    .poll(async () => (await listOwnCases(colleague, '건너감')).map(({ purpose, version }) => [purpose, version]))
    .toEqual([
      ['앞 화면에서', 2],
      ['다음 화면에서', 2],
    ])
})
