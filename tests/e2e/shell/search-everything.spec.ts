import type { Page } from '@playwright/test'
import { newId } from '#server/new-id.ts'
import { findCaseRow, findCell, openCaseBook } from '../support/case-book.ts'
import { goOffline, waitUntilCopied } from '../support/go-offline.ts'
import { cellInput, openHangulKeyboard } from '../support/hangul-keyboard.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

const dialog = (page: Page) => page.getByRole('dialog', { name: '모두 찾기' })
const field = (page: Page) => dialog(page).getByRole('combobox', { name: '기록, 화면, 명령 찾기' })
const line = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name })
const status = (page: Page) => dialog(page).getByRole('status')

async function openToday(page: Page, url: string) {
  await page.goto(`${url}/staff`)
  await expect(page.getByRole('heading', { level: 1, name: '오늘' })).toBeVisible()
}

/** Types right after the shortcut, as a person does. */
async function search(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(text)
  await expect(field(page)).toHaveValue(text)
}

const panel = (page: Page, owner: string) => page.getByRole('region', { name: `사건부 상세: ${owner}` })

test('Ctrl+K finds a record by word parts, 초성 or the wrong keyboard layout, and opens it next to its list', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '뷁찾기')
  await openToday(page, office.url)
  await waitUntilCopied(page)
  for (const text of ['소유권 뷁찾기', 'ㅂㅊㄱ1', '뷁찾ㄱ']) {
    await search(page, text)
    await expect(line(page, /^뷁찾기1/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  }
  await search(page, '900101-1234568')
  await expect(status(page)).toHaveText('주민등록번호로는 검색할 수 없습니다.')
  await page.keyboard.press('Escape')
  await search(page, 'qnpfrckwrl1')
  await expect(status(page)).toContainText("'qnpfrckwrl1'을(를) '뷁찾기1'(으)로 찾은 결과입니다. 기록 1건")
  await expect(line(page, /^뷁찾기1/).locator('mark')).toHaveText('뷁찾기1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/services\/real-estate\?.*open=/)
  await expect(panel(page, '뷁찾기1')).toBeVisible()

  await page.getByRole('button', { name: /^찾기/ }).click()
  const recent = dialog(page).getByRole('group', { name: '최근에 연 기록' })
  await expect(recent.getByRole('option')).toContainText(['뷁찾기1'])
  await expect(dialog(page).getByRole('group', { name: '화면' })).toBeVisible()
  await page.keyboard.type('보낼')
  await expect(line(page, /^보낼 작업/)).toBeVisible()
  const [beside] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')])
  await expect(beside).toHaveURL(/staff\/outbox/)
  await beside.close()
  await expect(field(page)).toHaveValue('보낼')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/staff\/outbox/)
})

test('Ctrl+K finds the commands of the open screen, and records by an amount or a day', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const groups = await colleague.get<{ results: { id: string }[] }>('/api/mysql/realestate/group/list')
  const dated = { owner: '뷁금액1', fees: 309_137, receipted_at: '2031-12-20', created_at: '2026-11-20' }
  const path = '/api/mysql/realestate/list/'
  const { status: made } = await colleague.send('POST', path, {
    id: newId(),
    group_id: groups.results[0]?.id,
    ...dated,
  })
  expect(made).toBe(201)
  await openCaseBook(page, office.url, '?search=뷁금액')
  await waitUntilCopied(page)
  await search(page, '309,137')
  await expect(line(page, /^뷁금액1.*보수료 309,137원/)).toBeVisible()
  await page.keyboard.press('Escape')
  await search(page, '2031.12.20')
  await expect(line(page, /^뷁금액1.*2031/)).toBeVisible()
  await page.keyboard.press('Escape')
  await search(page, '엑셀')
  await expect(line(page, /^엑셀 내보내기/)).toBeVisible()
  await line(page, /^엑셀 가져오기/).click()
  await expect(page.getByRole('dialog', { name: '엑셀 가져오기' })).toBeVisible()
  await page.keyboard.press('Escape')
  await search(page, '인쇄')
  await line(page, /^인쇄/).click()
  await expect(page.getByRole('dialog', { name: /인쇄$/ })).toBeVisible()
})

test('Ctrl+K on the name of a deleted record leads to it in 삭제한 기록, where it can be restored', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '뷁지움')
  await colleague.send('DELETE', '/api/mysql/realestate/list/', { id: made?.id })
  await openToday(page, office.url)
  await waitUntilCopied(page)
  await search(page, '뷁지움1')
  await expect(status(page)).toHaveText('찾은 기록이 없습니다.')
  await expect(line(page, "삭제한 기록에서 '뷁지움1' 찾기")).toBeVisible()
  await page.keyboard.press('Enter')
  const deleted = page.getByRole('dialog', { name: '삭제한 기록' })
  await expect(deleted.getByRole('listitem')).toHaveText(/^뷁지움1사건부 · /)
  await deleted.getByRole('button', { name: '뷁지움1 되살리기' }).click()
  await expect(page.getByText('되살렸습니다: 뷁지움1')).toBeVisible()
  await expect.poll(() => listOwnCases(colleague, '뷁지움')).toHaveLength(1)
  await page.keyboard.press('Escape')
  await search(page, '뷁지움1')
  await expect(line(page, /^뷁지움1/)).toBeVisible()
})

test('Ctrl+K moves the focus at once, so no letter reaches the cell below', async ({ office, staffPage: page }) => {
  await openCaseBook(page, office.url)
  const focusedLabel = await page.evaluate(() => {
    const key = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key))
    return document.activeElement?.getAttribute('aria-label')
  })
  expect(focusedLabel).toBe('기록, 화면, 명령 찾기')
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-cell-input]')).toBeFocused()
})

test('what is typed after Ctrl+K opened a record of the same list goes to that record', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '같은목록', 3)
  await openCaseBook(page, office.url, `?search=${encodeURIComponent('같은목록')}`)
  const fees = (owner: string) => findCell(findCaseRow(page, owner), '보수료')
  await fees('같은목록1').click()
  await search(page, '같은목록3')
  await expect(line(page, /같은목록3/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(panel(page, '같은목록3')).toBeVisible()
  await page.keyboard.type('777000')
  await page.keyboard.press('Enter')
  await expect(fees('같은목록3')).toHaveText('777,000')
  await expect(fees('같은목록1')).toHaveText('100,000')
})

test('searches at every 자모, and Ctrl+K does nothing during composition or over a dialog', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '쒫찾기')
  await openCaseBook(page, office.url)
  await waitUntilCopied(page)
  const ime = await openHangulKeyboard(page)
  await page.getByRole('searchbox', { name: '검색' }).click()
  await ime.compose('ㄱ', '가')
  await page.keyboard.press('Control+k')
  await expect(dialog(page)).toHaveCount(0)
  await ime.accept('가')
  await page.keyboard.press('F1')
  await expect(page.getByRole('dialog', { name: '단축키' })).toContainText('모든 장부와 화면에서 찾기')
  await page.keyboard.press('Control+k')
  await expect(dialog(page)).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await ime.compose('ㅆ', '쑤', '쒜', '쒤', '쒫')
  await expect(line(page, /^쒫찾기1/)).toBeVisible()
  await ime.press229('Enter', 'Enter')
  await expect(field(page)).toHaveValue('쒫')
  await ime.accept('쒫')
  await expect(dialog(page)).toBeVisible()
  await expect(page).not.toHaveURL(/open=/)
  await page.keyboard.press('Enter')
  await expect(panel(page, '쒫찾기1')).toBeVisible()
})

test('opens offline over an edited cell, finds a local change by its new name, and creates a case @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '끊긴찾기')
  await openCaseBook(page, office.url, '?search=끊긴찾기')
  await goOffline(page, office)
  await findCell(findCaseRow(page, '끊긴찾기1'), '소유자').click()
  await page.keyboard.type('이어진')
  await search(page, '끊긴찾기')
  await expect(line(page, /^끊긴찾기1/)).toBeVisible()
  // Longer than an editor without the focus waits before it saves the typed text.
  await page.waitForTimeout(400)
  await expect(page.getByText('대기 0')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(cellInput(page)).toBeFocused()
  await expect(cellInput(page)).toHaveValue('이어진')
  await page.keyboard.type('찾기')
  await page.keyboard.press('Enter')
  await expect(findCaseRow(page, '이어진찾기')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('grid', { name: '사건부' })).toBeVisible()
  await search(page, '이어진')
  await expect(line(page, /^이어진찾기/)).toBeVisible()
  await field(page).fill('끊긴찾기1')
  await expect(status(page)).toContainText('찾은 것이 없습니다.')
  await field(page).fill('새 사건')
  await expect(line(page, /^등기 사건 추가/)).toBeVisible()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: '사건 추가' })
  await form.getByLabel('사업구간').selectOption({ index: 1 })
  await form.getByLabel('소유자', { exact: true }).fill('찾아서만듦')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('region', { name: '사건부 상세: 찾아서만듦' })).toBeVisible()
  office.network.setReachable(true)
  await expect.poll(async () => (await listOwnCases(colleague, '찾아서만듦')).length).toBe(1)
})
