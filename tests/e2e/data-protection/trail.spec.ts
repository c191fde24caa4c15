import type { Locator, Page } from '@playwright/test'
import { trailChainPath } from '#contract/trail/trail-chain.ts'
import { trailReviewsPath } from '#contract/trail/trail-reviews.ts'
import { trailPath } from '#contract/trail/trail.ts'
import { formatMonth } from '#domain/trail/trail-words.ts'
import { verifySignedFile } from '#server/admin/trail/signed/verify-signed.ts'
import { connectAlone } from '#server/db/client.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { signInColleague } from '../support/colleague.ts'
import { exportTerms, pressExport } from '../support/export-reason.ts'
import type { Office } from '../support/office-kinds.ts'
import { expect, test } from '../support/own-office.ts'
import { printPage, removeSpaces, withoutDialog } from '../support/printing.ts'
import { startSession } from '../support/start-session.ts'

test.use({ ownedBy: 'trail' })

const list = (page: Page) => page.getByRole('grid', { name: '접속기록' })
const rows = (page: Page): Locator =>
  list(page)
    .locator('[role=row]')
    .filter({ has: page.getByRole('gridcell') })

async function openTrail(page: Page, office: Office, params = ''): Promise<void> {
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/settings?tab=trail${params}`)
  await expect(rows(page).first()).toBeVisible()
}

test('a superuser finds entries by person, act, words and dates, and reads their details', async ({
  office,
  newDevicePage: page,
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
  await expectAccessible(page)

  await row.getByRole('button', { name: /상세$/ }).click()
  const dialog = page.getByRole('dialog', { name: '접속기록' })
  await expect(dialog).toContainText('127.0.0.1')
  await expect(dialog.getByRole('treeitem', { name: `search: ${search}` })).toBeVisible()
  await expectAccessible(page)
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

  await page.goto(`${office.url}/settings?tab=trail`)
  await expect(rows(page).first()).toBeVisible()
  office.network.setReachable(false)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByText('접속기록은 서버에만 있어, 연결되면 다시 볼 수 있습니다.')).toBeVisible()
  office.network.setReachable(true)
  await page.getByRole('button', { name: '다시 시도' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('loads more entries while scrolling, records each query once, and exports the list', async ({
  office,
  colleague,
  newDevicePage: page,
}) => {
  for (let times = 0; times < 130; times += 1)
    await colleague.get('/api/mysql/realestate/list/?page_size=1&owner=쪽이야기')
  const trailRequests: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === `${trailPath}/`) trailRequests.push(url)
  })
  await openTrail(page, office, '&act=list')
  const first = rows(page).first().locator('[role=gridcell]').first()
  await first.click()
  await page.keyboard.press('Control+End')
  await expect
    .poll(() => trailRequests.filter(({ searchParams }) => searchParams.get('after')).length)
    .toBeGreaterThan(0)
  await expect(page.getByText('데이터를 불러오는 중')).toHaveCount(0)
  expect(trailRequests.filter(({ searchParams }) => !searchParams.get('after'))).toHaveLength(1)

  const download = page.waitForEvent('download')
  await pressExport(page)
  expect((await download).suggestedFilename().normalize('NFC')).toMatch(/^접속기록_\d{4}-\d\d-\d\d\.xlsx$/)
  await page.getByRole('combobox', { name: '행위' }).selectOption('내보내기')
  const exportRows = rows(page).filter({ hasText: '한온결' }).filter({ hasText: '접속기록' })
  await expect(exportRows).toHaveCount(1)

  // By keyboard only: opens a row, and the focus returns to it afterwards.
  await exportRows.locator('[role=gridcell]').first().click()
  await page.keyboard.press('Space')
  const dialog = page.getByRole('dialog', { name: '접속기록' })
  await expect(dialog.getByRole('treeitem', { name: 'act: list' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator('[data-cell-input]')).toBeFocused()
})

test.describe('state of the trail', () => {
  const trailStatus = (page: Page) => page.getByRole('region', { name: '접속기록의 상태' })

  test('a superuser verifies that the trail is unaltered and downloads a signed file', async ({
    office,
    newDevicePage: page,
  }) => {
    await openTrail(page, office)
    await trailStatus(page).getByRole('button', { name: '위변조 확인' }).click()
    const dialog = page.getByRole('dialog', { name: '위변조 확인' })
    await dialog.getByRole('button', { name: '지금 확인' }).click()
    await expect(dialog).toContainText('바뀌거나 없어진 기록이 없습니다.')
    await expect(dialog).toContainText('한온결')
    await expect(dialog).toContainText(/서명 키의 지문[0-9a-f]{64}/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(trailStatus(page)).toContainText('이어짐')

    const download = page.waitForEvent('download')
    await exportTerms(page, page.getByRole('button', { name: '서명 파일' }), '서명 파일')
    const file = await download
    expect(file.suggestedFilename().normalize('NFC')).toMatch(/^접속기록_\d{4}-\d\d-\d\d_서명\.jsonl$/)
    expect(await verifySignedFile(await file.path())).toMatchObject({ isValid: true })
  })

  test('shows an unusual event until a superuser records an explanation', async ({ office, newDevicePage: page }) => {
    const hasty = await signInColleague(office.origin, 'staff')
    for (let times = 0; times < 12; times += 1) await hasty.send('POST', trailChainPath, {})
    await startSession(page, office, 'superuser')
    const alertsButton = page.getByRole('button', { name: /^이상 징후 \d+건$/ })
    await expect(async () => {
      await page.goto(`${office.url}/settings?tab=trail`)
      await expect(alertsButton).toBeVisible({ timeout: 3000 })
      await alertsButton.click()
      await expect(page.getByRole('dialog', { name: '이상 징후' })).toContainText('잦은 거부 · 김가온', {
        timeout: 1000,
      })
    }).toPass({ timeout: 60_000 })
    const dialog = page.getByRole('dialog', { name: '이상 징후' })
    const alert = dialog.getByRole('listitem').filter({ hasText: '잦은 거부 · 김가온' })
    await alert.getByRole('button', { name: '확인' }).click()
    await expect(alert).toContainText('확인한 내용을 입력해 주세요.')
    await alert.getByRole('textbox').fill('권한을 잘못 안 직원에게 안내함')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(alert).toHaveCount(0)
  })

  test('a finished month can be signed off after a review, and the review can be printed', async ({
    office,
    newDevicePage: page,
  }) => {
    const owner = await connectAlone(office.ownerUrl())
    await owner.query(`insert into audit (at, user_id, user_name, address, act, collection, detail)
      select date_trunc('month', now() at time zone 'Asia/Seoul') at time zone 'Asia/Seoul' - interval '3 days', id, nickname, '10.0.0.9', act, 'real-estate', '{}'
      from app_user, unnest(array['export', 'read']) act where nickname = '김가온'`)
    await owner.end()
    const colleague = await signInColleague(office.origin)
    await withoutDialog(page)
    await openTrail(page, office)
    await trailStatus(page).getByRole('button', { name: '월별 점검 1건' }).click()
    const months = page.getByRole('dialog', { name: '월별 점검' })
    const [month] = (await colleague.get<{ results: { month: string }[] }>(trailReviewsPath)).results
    if (!month) throw new Error('there is no finished month')
    const line = months.getByRole('listitem').filter({ hasText: formatMonth(month.month) })
    await expect(line).toContainText('점검 필요')
    await expectAccessible(page)
    await line.getByRole('button').click()
    const review = page.getByRole('dialog', { name: `${formatMonth(month.month)} 접속기록 점검` })
    await expect(review).toContainText('행위별 2건')
    await review.getByLabel('점검 의견').fill('이상 없음')
    await expectAccessible(page)
    await review.getByRole('button', { name: '점검 완료' }).click()
    await expect(review).toContainText('점검 완료')
    await expect(review).toContainText('한온결')
    await expect(review.getByRole('button', { name: '점검 완료' })).toHaveCount(0)
    const paper = await printPage(page, () => review.getByRole('button', { name: '인쇄' }).click())
    expect(removeSpaces(paper.text)).toContain(removeSpaces('의견: 이상 없음'))
    await review.getByRole('button', { name: '닫기' }).last().click()
    await expect(months.getByRole('listitem').filter({ hasText: formatMonth(month.month) })).toContainText('점검 완료')
  })
})
