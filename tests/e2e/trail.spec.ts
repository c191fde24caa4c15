import type { Locator, Page } from '@playwright/test'
import { trailPath } from '#contract/trail.ts'
import { expectNoBarrier } from './support/barriers.ts'
import { cards, faceOf, openCards } from './support/cards.ts'
import { signInColleague } from './support/colleague.ts'
import type { Office } from './support/office-kinds.ts'
import { expect, test } from './support/own-office.ts'
import { startSession } from './support/start-session.ts'
import { pressExport } from './support/take-out.ts'

const list = (page: Page) => page.getByRole('grid', { name: '접속기록' })
const rows = (page: Page): Locator =>
  list(page)
    .locator('[role=row]')
    .filter({ has: page.getByRole('gridcell') })

async function openTrail(page: Page, office: Office, question = ''): Promise<void> {
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/settings?tab=trail${question}`)
  await expect(rows(page).first()).toBeVisible()
}

test('a superuser finds who did what by person, act, words and days, and reads all that was written down of it', async ({
  office,
  calmPage: page,
}) => {
  const search = '접속기록이야기'
  const colleague = await signInColleague(office.origin, 'staff')
  await colleague.get(`/api/mysql/realestate/list/?search=${encodeURIComponent(search)}`)
  await openTrail(page, office)
  await expect(rows(page).filter({ hasText: '로그인' }).first()).toBeVisible()
  await page.getByRole('searchbox', { name: '사용자' }).fill('ㄱㄱㅇ')
  await expect(page).toHaveURL(/name=/)
  await page.getByRole('combobox', { name: '행위' }).selectOption('목록 조회')
  const row = rows(page).filter({ hasText: '사건부' }).first()
  await expect(row).toContainText('김가온')
  await expect(rows(page).filter({ hasText: '로그인' })).toHaveCount(0)
  await expectNoBarrier(page)

  await row.getByRole('button', { name: /상세$/ }).click()
  const dialog = page.getByRole('dialog', { name: '접속기록' })
  await expect(dialog).toContainText('127.0.0.1')
  await expect(dialog.getByRole('treeitem', { name: `search: ${search}` })).toBeVisible()
  await expectNoBarrier(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('searchbox', { name: '검색' }).fill('없는낱말')
  await expect(page.getByText('조건에 맞는 기록이 없습니다.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('조건에 맞는 기록이 없습니다.')).toBeVisible()
  await page.getByRole('searchbox', { name: '검색' }).fill('')
  await expect(row).toBeVisible()
  await page.getByLabel('시작일').fill('2020-01-01')
  await page.getByLabel('종료일').fill('2020-12-31')
  await page.keyboard.press('Enter')
  await expect(page.getByText('조건에 맞는 기록이 없습니다.')).toBeVisible()
  await page.getByLabel('시작일').fill('내일')
  await page.keyboard.press('Enter')
  await expect(page.getByText('시작일이 종료일보다 늦습니다.')).toBeVisible()
})

test('further rows come as one reads on, each question is written down once, and the list is taken out as a sheet', async ({
  office,
  colleague,
  calmPage: page,
}) => {
  for (let times = 0; times < 130; times += 1)
    await colleague.get('/api/mysql/realestate/list/?page_size=1&owner=쪽이야기')
  const asked: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === `${trailPath}/`) asked.push(url)
  })
  await openTrail(page, office, '&act=list')
  const first = rows(page).first().locator('[role=gridcell]').first()
  await first.click()
  await page.keyboard.press('Control+End')
  await expect.poll(() => asked.filter(({ searchParams }) => searchParams.get('after')).length).toBeGreaterThan(0)
  await expect(page.getByText('데이터를 불러오는 중')).toHaveCount(0)
  expect(asked.filter(({ searchParams }) => !searchParams.get('after'))).toHaveLength(1)

  const download = page.waitForEvent('download')
  await pressExport(page)
  expect((await download).suggestedFilename().normalize('NFC')).toMatch(/^접속기록_\d{4}-\d\d-\d\d\.xlsx$/)
  await page.getByRole('combobox', { name: '행위' }).selectOption('내보내기')
  const taken = rows(page).filter({ hasText: '한온결' }).filter({ hasText: '접속기록' })
  await expect(taken).toHaveCount(1)

  // With the keyboard alone: a row is opened, and the focus is back on it afterwards.
  await taken.locator('[role=gridcell]').first().click()
  await page.keyboard.press('Space')
  const dialog = page.getByRole('dialog', { name: '접속기록' })
  await expect(dialog.getByRole('treeitem', { name: 'act: list' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator('[data-cell-input]')).toBeFocused()
})

test('without the server the trail says so, and is there again with it', async ({ office, calmPage: page }) => {
  await openTrail(page, office)
  office.network.setReachable(false)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByText('접속기록은 서버에만 있어, 연결되면 다시 볼 수 있습니다.')).toBeVisible()
  office.network.setReachable(true)
  await page.getByRole('button', { name: '다시 시도' }).click()
  await expect(rows(page).first()).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`the trail, ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } })

    test('fits a phone', async ({ office, calmPage: page }) => {
      await startSession(page, office, 'superuser')
      await openCards(page, office.url, '/settings?tab=trail')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      await expectNoBarrier(page)
      await faceOf(cards(page).first()).click()
      await expect(page.getByRole('dialog', { name: '접속기록' })).toBeVisible()
      await expectNoBarrier(page)
    })
  })
