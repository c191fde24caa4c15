import type { Page } from '@playwright/test'
import { trailPath, type TrailEntry, type TrailPage } from '#contract/trail.ts'
import { seenPath } from '#contract/seen.ts'
import { bookRows, openCaseBook, rowOf } from './support/case-book.ts'
import { signInColleague, type Colleague } from './support/colleague.ts'
import { goOffline, untilAllStored } from './support/go-offline.ts'
import { casesOf, makeCases } from './support/own-cases.ts'
import { expect, test } from './support/own-office.ts'
import { startSession } from './support/start-session.ts'

test.use({ serviceWorkers: 'allow' })

async function trailOf(superuser: Colleague, question: string): Promise<readonly TrailEntry[]> {
  return (await superuser.get<TrailPage>(`${trailPath}/?${question}`)).results
}
const detailOf = ({ detail }: TrailEntry) => detail as Record<string, unknown>

/** What devices handed in of 직원, the oldest first. */
async function handedIn(superuser: Colleague, act: string): Promise<TrailEntry[]> {
  const entries = await trailOf(superuser, `act=${act}&limit=1000`)
  return entries.filter((entry) => detailOf(entry)['at_device'] !== undefined).toReversed()
}

async function openPanel(page: Page, owner: string): Promise<void> {
  await rowOf(page, owner).getByRole('button', { name: /상세$/ }).click()
  await expect(page.getByRole('region', { name: '사건부 상세' })).toContainText(owner)
}

test('what was looked at without a network stands in 접속기록 once there is one, with the time at which it was seen', async ({
  browser,
  office,
  staffPage: page,
}) => {
  test.setTimeout(240_000)
  const superuser = await signInColleague(office.origin)
  await makeCases(superuser, '열람표', 4)
  const [first] = await casesOf(superuser, '열람표')
  await openCaseBook(page, office.url)
  await untilAllStored(page)
  await goOffline(page, office)
  const before = Date.now()
  await openCaseBook(page, office.url, '?search=열람표')
  await openPanel(page, '열람표1')
  // Arrow keys through the rows are no views of anybody.
  await page.keyboard.press('Escape')
  await bookRows(page).first().locator('[role=gridcell]').first().click()
  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('ArrowDown')
  await page.waitForTimeout(1_500)
  const after = Date.now()
  // Killed and opened again: what was seen is still there.
  await page.goto('about:blank')
  office.network.setReachable(true)
  await openCaseBook(page, office.url)

  await expect.poll(async () => (await handedIn(superuser, 'read')).length, { timeout: 60_000 }).toBeGreaterThan(0)
  const reads = await handedIn(superuser, 'read')
  expect(reads.map(({ subject }) => subject)).toEqual([expect.stringContaining('열람표1')])
  const [seen] = reads
  if (!seen) throw new Error('nothing was handed in')
  expect(seen).toMatchObject({ user_name: '김가온', collection: 'real-estate', record_id: first?.id })
  expect(detailOf(seen)).toMatchObject({ offline: true, place: 'panel' })
  const at = Date.parse(String(detailOf(seen)['at_device']))
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(after)
  const searches = (await handedIn(superuser, 'search')).filter((entry) => detailOf(entry)['search'] === '열람표')
  expect(searches.map((entry) => detailOf(entry)['offline'])).toEqual([true])

  // And read by a superuser on the screen.
  const reader = await (await browser.newContext()).newPage()
  await startSession(reader, office, 'superuser')
  await reader.goto(`${office.url}/settings?tab=trail&act=read&search=${encodeURIComponent('열람표1')}`)
  const row = reader.getByRole('grid', { name: '접속기록' }).getByRole('row').filter({ hasText: '열람표1' })
  await row.getByRole('button', { name: /상세$/ }).click()
  await expect(reader.getByRole('dialog', { name: '접속기록' })).toContainText('at_device')
  await reader.context().close()
})

test('with a network views are handed in by themselves, two windows as one, and signing out hands in the rest first', async ({
  office,
  staffPage: page,
}) => {
  test.setTimeout(240_000)
  const superuser = await signInColleague(office.origin)
  await makeCases(superuser, '창표', 3)
  await openCaseBook(page, office.url, '?search=창표')
  await untilAllStored(page)
  const second = await page.context().newPage()
  await openCaseBook(second, office.url, '?search=창표')
  await openPanel(page, '창표1')
  await openPanel(second, '창표2')
  const subjects = async () =>
    (await handedIn(superuser, 'read'))
      .map(({ subject }) => subject ?? '')
      .filter((subject) => subject.includes('창표'))
  await expect.poll(async () => (await subjects()).length, { timeout: 30_000 }).toBe(2)
  const online = (await handedIn(superuser, 'read')).filter(({ subject }) => subject?.includes('창표'))
  expect(online.map((entry) => detailOf(entry)['offline'])).toEqual([undefined, undefined])
  await second.close()

  await openPanel(page, '창표3')
  await page.getByRole('button', { name: /님 메뉴/ }).click()
  await page.getByRole('menuitem', { name: '로그아웃' }).click()
  await page.getByRole('dialog', { name: '로그아웃' }).getByRole('button', { name: '로그아웃', exact: true }).click()
  await expect(page.getByRole('button', { name: '로그인', exact: true }).first()).toBeVisible()
  expect((await subjects()).filter((subject) => subject.includes('창표3'))).toHaveLength(1)
  const calls = office.network.requests.filter(({ path }) => path === seenPath)
  expect(calls.every(({ status }) => status === 200)).toBe(true)
})
