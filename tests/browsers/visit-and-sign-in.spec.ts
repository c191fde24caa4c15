import { openCaseBook, signIn, waitUntilCopied } from './support/office-pages.ts'
import type { Tab } from './support/tab.ts'
import { button, dialog, role } from './support/target.ts'
import { expect, test } from './support/test.ts'

test.use({ isSecure: false })

/**
 * The people whose copies are on the device. A person has two while WebKit still locks one whose
 * page was left early (track-connections.ts) and a new one replaces it.
 */
async function listCopiedPeople(tab: Tab): Promise<string[]> {
  const names = await tab.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name))
  const people = names.flatMap((name) => /^mirror-([^.]+)\./u.exec(name)?.[1] ?? [])
  return [...new Set(people)]
}

test('a visitor reads public pages, signs in, and the office is copied to the device', async ({ office, device }) => {
  const tab = await device.start()
  await tab.open(`${office.url}/about`)
  await tab.see({ css: 'h1' })
  await signIn(tab, '직원')
  await openCaseBook(tab, office, '')
  await waitUntilCopied(tab)
  expect(await listCopiedPeople(tab)).toHaveLength(1)
})

test('signing out removes the copy, and the next person gets another', async ({ office, staffTab: tab }) => {
  await openCaseBook(tab, office, '')
  await waitUntilCopied(tab)
  const [first = ''] = await listCopiedPeople(tab)
  await tab.click(button(/님 메뉴/))
  await tab.click(role('menuitem', '로그아웃'))
  await tab.click(button('로그아웃', dialog('로그아웃')))
  await tab.see(button('로그인'))
  await expect.poll(() => listCopiedPeople(tab)).toEqual([])

  await signIn(tab, '최고관리자')
  await openCaseBook(tab, office, '')
  await waitUntilCopied(tab)
  const others = await listCopiedPeople(tab)
  expect(others).toHaveLength(1)
  expect(others).not.toContain(first)
})
