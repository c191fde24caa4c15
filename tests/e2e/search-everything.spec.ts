import type { Page } from '@playwright/test'
import { cellInput, hangulKeyboard } from './support/hangul-keyboard.ts'
import { expectNoBarrier } from './support/barriers.ts'
import { cellOf, openCaseBook, rowOf } from './support/case-book.ts'
import { goOffline, untilCopied } from './support/go-offline.ts'
import { casesOf, makeCases } from './support/own-cases.ts'
import { startSession } from './support/start-session.ts'
import { expect, test } from './support/test.ts'
import { makeUnits } from './support/units.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: '모두 찾기' })
const field = (page: Page) => dialog(page).getByRole('combobox', { name: '기록, 화면, 명령 찾기' })
const line = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name })
const said = (page: Page) => dialog(page).getByRole('status')

async function openToday(page: Page, url: string) {
  await page.goto(`${url}/staff`)
  await expect(page.getByRole('heading', { level: 1, name: '오늘' })).toBeVisible()
}

/** As a person does: the letters come right after the key. */
async function search(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(text)
  await expect(field(page)).toHaveValue(text)
}

test('Ctrl+K finds a record by words in any order, 초성 and keys typed in the other layout, and Enter opens it beside its list', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '여울찾기')
  await openToday(page, office.url)
  await untilCopied(page)
  for (const text of ['소유권 여울찾기', 'ㅇㅇㅊㄱ1', '여울찾ㄱ']) {
    await search(page, text)
    await expect(line(page, /^여울찾기1/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  }
  await search(page, 'dudnfckwrl1')
  await expect(said(page)).toContainText("'dudnfckwrl1'을(를) '여울찾기1'(으)로 찾은 결과입니다. 기록 1건")
  await expect(line(page, /^여울찾기1/).locator('mark')).toHaveText('여울찾기1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/services\/real-estate\?.*open=/)
  await expect(page.getByRole('region', { name: '사건부 상세: 여울찾기1' })).toBeVisible()
})

test('an empty field offers what was opened lately and the screens; a screen and a command are found by their names', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '최근찾기')
  await page.goto(`${office.url}/services/real-estate?tab=table&open=${made?.id}`)
  await expect(page.getByRole('region', { name: '사건부 상세: 최근찾기1' })).toBeVisible()
  await page.getByRole('button', { name: /^찾기/ }).click()
  await expect(dialog(page).getByRole('group', { name: '최근에 연 기록' }).getByRole('option')).toContainText([
    '최근찾기1',
  ])
  await expect(dialog(page).getByRole('group', { name: '화면' })).toBeVisible()
  await expect(line(page, /^관리/)).toHaveCount(0)
  await page.keyboard.type('보낼')
  await expect(line(page, /^보낼 작업/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/staff\/outbox/)
  await search(page, 'fhrmdkdnt')
  await line(page, /^로그아웃/).click()
  await expect(page.getByRole('dialog', { name: /로그아웃/ })).toBeVisible()
})

test('a case is made from any screen, without a network too, and opens beside its list @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await openToday(page, office.url)
  await goOffline(page, office)
  await search(page, '새 사건')
  await expect(line(page, /^등기 사건 추가/)).toBeVisible()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: '사건 추가' })
  await form.getByLabel('사업구간').selectOption({ index: 1 })
  await form.getByLabel('소유자', { exact: true }).fill('찾아서만듦')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('region', { name: '사건부 상세: 찾아서만듦' })).toBeVisible()
  office.network.setReachable(true)
  await expect.poll(async () => (await casesOf(colleague, '찾아서만듦')).length).toBe(1)
})

test('Ctrl+Enter opens in a tab of its own, and the search stays open', async ({ office, staffPage: page }) => {
  await openToday(page, office.url)
  await search(page, '보낼 작업')
  await expect(line(page, /^보낼 작업/)).toBeVisible()
  const [beside] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')])
  await expect(beside).toHaveURL(/staff\/outbox/)
  await expect(field(page)).toHaveValue('보낼 작업')
})

test('superusers are offered their screens', async ({ office, calmPage: page }) => {
  await startSession(page, office, 'superuser')
  await openToday(page, office.url)
  await search(page, '최고관')
  await expect(line(page, /^관리/)).toBeVisible()
})

test('the list of a book stands behind its best five; an owner leads to the dwelling', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '여섯찾기', 6)
  const groupId = await makeUnits(colleague, '부분찾기단지', [{ dongho: '77동 707호' }])
  const { results } = await colleague.get<{ results: { id: string }[] }>(
    `/api/mysql/realestate/unit/?group_id=${groupId}`,
  )
  const owner = { unit_id: results[0]?.id, owner: '부분임자', party_kind: 'person' }
  expect((await colleague.send('POST', '/api/mysql/realestate/owner/', owner)).status).toBe(201)
  await openToday(page, office.url)
  await untilCopied(page)
  await search(page, '여섯찾기')
  await expect(dialog(page).getByRole('group', { name: '사건부 6건' }).getByRole('option')).toHaveCount(6)
  await line(page, '사건부에서 모두 보기 (6)').click()
  await expect(page.getByRole('searchbox', { name: '검색' })).toHaveValue('여섯찾기')
  await expect(page.getByText('총 6건')).toBeVisible()
  await search(page, '부분임자')
  await expect(line(page, /^부분임자/)).toContainText('77동 707호')
  // Typed again and taken at once, whether the answer is there or not.
  await field(page).fill('부분임')
  await page.keyboard.type('자')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: /세대 상세: 77동 707호/ })).toBeVisible()
})

test('without a network everything is found, a name edited here by the new one @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '끊긴찾기')
  await openCaseBook(page, office.url, '?search=끊긴찾기')
  await goOffline(page, office)
  await cellOf(rowOf(page, '끊긴찾기1'), '소유자').click()
  await page.keyboard.type('이어진찾기')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, '이어진찾기')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('grid', { name: '사건부' })).toBeVisible()
  await search(page, '이어진')
  await expect(line(page, /^이어진찾기/)).toBeVisible()
  await field(page).fill('끊긴찾기1')
  await expect(said(page)).toContainText('찾은 것이 없습니다.')
})

test('in the middle of a cell the search opens over what is typed, and Escape goes on there', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '도중찾기')
  await openCaseBook(page, office.url, '?search=도중찾기')
  await cellOf(rowOf(page, '도중찾기1'), '소유자').click()
  await page.keyboard.type('쓰던 이름')
  await search(page, '도중찾기')
  await expect(line(page, /^도중찾기1/)).toBeVisible()
  // Longer than an editor without the focus waits before it keeps what was typed.
  await page.waitForTimeout(400)
  expect((await casesOf(colleague, '도중찾기'))[0]).toMatchObject({ version: 1 })
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(cellInput(page)).toBeFocused()
  await expect(cellInput(page)).toHaveValue('쓰던 이름')
  await page.keyboard.type(' 그대로')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, '쓰던 이름 그대로')).toBeVisible()
})

test('the search follows every 자모; the Enter that ends a syllable opens nothing, the next one does', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '뷁찾기')
  await openToday(page, office.url)
  await untilCopied(page)
  const ime = await hangulKeyboard(page)
  await page.keyboard.press('Control+k')
  await ime.compose('ㅂ', '부', '붸', '뷀', '뷁')
  await expect(line(page, /^뷁찾기1/)).toBeVisible()
  await ime.press229('Enter', 'Enter')
  await expect(field(page)).toHaveValue('뷁')
  await ime.accept('뷁')
  await expect(dialog(page)).toBeVisible()
  await expect(page).toHaveURL(/staff$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: '사건부 상세: 뷁찾기1' })).toBeVisible()
})

test('Ctrl+K during a composition is the input method’s, and over a dialog nothing', async ({
  office,
  staffPage: page,
}) => {
  await openCaseBook(page, office.url)
  await page.getByRole('searchbox', { name: '검색' }).click()
  const ime = await hangulKeyboard(page)
  await ime.compose('ㄱ', '가')
  await page.keyboard.press('Control+k')
  await expect(dialog(page)).toHaveCount(0)
  await ime.accept('가')
  await page.keyboard.press('F1')
  await expect(page.getByRole('dialog', { name: '단축키' })).toContainText('모든 장부와 화면에서 찾기')
  await page.keyboard.press('Control+k')
  await expect(dialog(page)).toHaveCount(0)
})

test('a number of a person is not looked for', async ({ office, staffPage: page }) => {
  await openToday(page, office.url)
  await search(page, '900101-1234568')
  await expect(said(page)).toHaveText('주민등록번호로는 검색할 수 없습니다.')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('fills the screen, shuts nobody out, and what is pressed is as large as a finger', async ({
    office,
    staffPage: page,
  }) => {
    await openToday(page, office.url)
    const button = page.getByRole('button', { name: /^찾기/ })
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await button.tap()
    await field(page).fill('솔빛')
    await expect(line(page, /솔빛/).first()).toBeVisible()
    await expectNoBarrier(page, '[role=dialog]')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    const heights = await dialog(page)
      .getByRole('option')
      .evaluateAll((lines) => lines.map((one) => one.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    await dialog(page).getByRole('button', { name: '닫기' }).tap()
    await expect(button).toBeFocused()
  })
})
