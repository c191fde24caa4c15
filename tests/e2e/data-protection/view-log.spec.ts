import type { Page } from '@playwright/test'
import { viewsPath } from '#contract/sync/view-reports.ts'
import { type TrailEntry, type TrailPage, trailPath } from '#contract/trail/trail.ts'
import { bookRows, findCaseRow, openCaseBook } from '../support/case-book.ts'
import type { Colleague } from '../support/colleague.ts'
import { goOffline } from '../support/go-offline.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

const getDetail = ({ detail }: TrailEntry) => detail as Record<string, unknown>

/** Trail rows that devices submitted for 열람표, oldest first. */
async function findSubmittedViews(superuser: Colleague, act: string): Promise<TrailEntry[]> {
  const { results } = await superuser.get<TrailPage>(`${trailPath}/?act=${act}&limit=1000`)
  const isFromThisTest = (entry: TrailEntry) =>
    [entry.subject ?? '', String(getDetail(entry)['search'])].some((text) => text.includes('열람표'))
  return results.filter((entry) => isFromThisTest(entry) && getDetail(entry)['at_device'] !== undefined).toReversed()
}

async function openPanel(page: Page, owner: string): Promise<void> {
  await findCaseRow(page, owner).getByRole('button', { name: /상세$/ }).click()
  await expect(page.getByRole('region', { name: '사건부 상세' })).toContainText(owner)
}

test('reports records viewed offline to 접속기록 with their time, at the latest on signing out @offline', async ({
  office,
  colleague: superuser,
  staffPage: page,
}) => {
  // The office is shared with other stories, whose calls may have been refused.
  office.network.requests.length = 0
  await makeCases(superuser, '열람표', 4)
  const [first] = await listOwnCases(superuser, '열람표')
  await openCaseBook(page, office.url)
  await goOffline(page, office)
  const before = Date.now()
  await openCaseBook(page, office.url, '?search=열람표')
  await openPanel(page, '열람표1')
  // Moving through rows with arrow keys does not count as viewing a record.
  await page.keyboard.press('Escape')
  await bookRows(page).first().locator('[role=gridcell]').first().click()
  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('ArrowDown')
  await page.waitForTimeout(1_500)
  const after = Date.now()
  // Left and opened again: unsent views are still stored.
  await page.goto('about:blank')
  office.network.setReachable(true)
  await openCaseBook(page, office.url, '?search=열람표')
  const listSubjects = async () => (await findSubmittedViews(superuser, 'read')).map(({ subject }) => subject)
  await expect.poll(listSubjects, { timeout: 60_000 }).toEqual([expect.stringContaining('열람표1')])
  const [seen] = await findSubmittedViews(superuser, 'read')
  if (!seen) throw new Error('no view was submitted')
  expect(seen).toMatchObject({ user_name: '김가온', collection: 'real-estate', record_id: first?.id })
  expect(getDetail(seen)).toMatchObject({ offline: true, place: 'panel' })
  const at = Date.parse(String(getDetail(seen)['at_device']))
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(after)
  const searches = await findSubmittedViews(superuser, 'search')
  expect(searches.map((entry) => getDetail(entry)['offline'])).toContain(true)

  await openPanel(page, '열람표3')
  await page.getByRole('button', { name: /님 메뉴/ }).click()
  await page.getByRole('menuitem', { name: '로그아웃' }).click()
  await page.getByRole('dialog', { name: '로그아웃' }).getByRole('button', { name: '로그아웃', exact: true }).click()
  await expect(page.getByRole('button', { name: '로그인', exact: true }).first()).toBeVisible()
  expect(await listSubjects()).toContainEqual(expect.stringContaining('열람표3'))
  const calls = office.network.requests.filter(({ path }) => path === viewsPath)
  expect(calls.every(({ status }) => status === 200)).toBe(true)
})
