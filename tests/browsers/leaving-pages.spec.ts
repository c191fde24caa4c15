import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { openCaseBook, readPurpose, typeIntoPurpose, waitUntilCopied } from './support/office-pages.ts'
import { caseCell, caseRow } from './support/target.ts'
import { expect, test } from './support/test.ts'

test.use({ reusesDevice: true })

test('an edit in the next page is sent while the page cache may hold the page before it', async ({
  office,
  colleague,
  staffTab: tab,
}) => {
  await makeCases(colleague, '건너감', 2)
  await openCaseBook(tab, office, '건너감', 2)
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

test('a reload right after each edit loses none and reports no error', async ({ office, colleague, staffTab: tab }) => {
  await makeCases(colleague, '서두름')
  await openCaseBook(tab, office, '서두름')
  await waitUntilCopied(tab)
  await tab.click(caseCell('서두름1', '등기목적'))
  for (let time = 1; time <= 3; time += 1) {
    await tab.type(`${time}번째 목적`)
    await tab.press('Enter')
    await tab.reload()
    await tab.see(caseRow('서두름1'))
    await expect.poll(() => readPurpose(tab, '서두름1')).toContain(`${time}번째 목적`)
    await tab.click(caseCell('서두름1', '등기목적'))
  }
  await expect.poll(async () => (await listOwnCases(colleague, '서두름'))[0]?.purpose).toBe('3번째 목적')
})

test.describe('on a new device', () => {
  test.use({ reusesDevice: false })

  test('pages that are left while they open the storage hold up none that follows', async ({
    office,
    colleague,
    staffTab: tab,
  }) => {
    await makeCases(colleague, '지나침')
    for (const path of ['/', '/services', '/contact', '/services/real-estate?tab=table', '/services/deposit']) {
      await tab.open(office.url + path)
      await tab.see({ css: 'main' })
    }
    await openCaseBook(tab, office, '지나침')
    await typeIntoPurpose(tab, '지나침1', '끝 화면에서')
    await expect.poll(async () => (await listOwnCases(colleague, '지나침'))[0]?.purpose).toBe('끝 화면에서')
  })
})
