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

test('a page that 뒤로 brings back from the page cache in the middle of a write goes on', async ({
  office,
  colleague,
  engine,
  staffTab: tab,
}) => {
  await makeCases(colleague, '되돌아옴', 3)
  await openCaseBook(tab, office, '되돌아옴')
  await waitUntilCopied(tab)
  await tab.evaluate(() => void Object.assign(globalThis, { isFirstVisit: true }))
  await typeIntoPurpose(tab, '되돌아옴1', '떠나기 전에')
  await typeIntoPurpose(tab, '되돌아옴2', '떠나면서')
  await tab.open(`${office.url}/about`)
  await tab.see({ css: 'h1' })
  await tab.back()
  await tab.see(caseRow('되돌아옴1'))
  // What the story is about: without the cache it would prove nothing.
  if (engine === 'webkit') expect(await tab.evaluate(() => Reflect.get(globalThis, 'isFirstVisit') === true)).toBe(true)
  await expect.poll(() => readPurpose(tab, '되돌아옴2')).toContain('떠나면서')
  await typeIntoPurpose(tab, '되돌아옴3', '돌아와서')
  await expect
    .poll(async () => (await listOwnCases(colleague, '되돌아옴')).map(({ purpose, version }) => [purpose, version]))
    .toEqual([
      ['떠나기 전에', 2],
      ['떠나면서', 2],
      ['돌아와서', 2],
    ])
  await tab.see('동기화됨', 120_000)
})

test('a reload right after each edit loses none and reports no error', async ({
  office,
  colleague,
  staffTab: tab,
}) => {
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
