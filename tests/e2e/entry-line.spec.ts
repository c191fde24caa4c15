import type { Page } from '@playwright/test'
import { entryCell, openCaseBook, rowOf } from './support/case-book.ts'
import { goOffline } from './support/go-offline.ts'
import { casesOf } from './support/own-cases.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

test('a new entry asks for its group, takes it by 초성, lets the tax follow, and stands at the top once added', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await openCaseBook(page, office.url)
  await typeEntry(page, '등록온라인')
  await expect(entryCell(page, '부가세')).toHaveText('12,346')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('사업구간(그룹)을 선택하세요.').first()).toBeVisible()
  await expect(entryCell(page, '소유자')).toHaveText('등록온라인')

  await chooseGroup(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('추가 성공 (등록온라인)')).toBeVisible()
  await expect(entryCell(page, '소유자')).toHaveText('')
  await expect(rowOf(page, '등록온라인')).toHaveAttribute('aria-rowindex', '3')
  await expect
    .poll(() => casesOf(colleague, '등록온라인'))
    .toMatchObject([{ owner: '등록온라인', fees: 123_456, fees_vat: 12_346, group: { name: '누리천 정비 2차' } }])
})

test('what is half filled in does not go with a menu link unasked', async ({ office, staffPage: page }) => {
  await openCaseBook(page, office.url)
  await typeEntry(page, '등록반쯤')
  const away = page.getByRole('navigation', { name: '업무' }).getByRole('link', { name: '공탁 관리' })
  const question = page.getByRole('dialog', { name: '입력 중인 내용을 버리고 이동하시겠습니까?' })
  await away.click()
  await expect(question).toContainText('새 사건 입력줄')
  await question.getByRole('button', { name: '취소' }).click()
  await expect(entryCell(page, '소유자')).toHaveText('등록반쯤')
  await away.click()
  await question.getByRole('button', { name: '버리고 이동' }).click()
  await expect(page).toHaveURL(/\/services\/deposit/)
})

test('an entry added without a network says that it waits, and is there once for everybody afterwards', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await openCaseBook(page, office.url)
  await goOffline(page, office)
  await typeEntry(page, '등록오프라인')
  await chooseGroup(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('추가 성공 (등록오프라인) · 저장됨(전송 대기)')).toBeVisible()
  await expect(rowOf(page, '등록오프라인')).toHaveAttribute('aria-rowindex', '3')
  await expect(page.getByText('대기 1')).toBeVisible()
  office.network.setReachable(true)
  await page.getByRole('button', { name: '지금 동기화' }).click()
  await expect(page.getByText('대기 0')).toBeVisible({ timeout: 60_000 })
  await expect.poll(async () => (await casesOf(colleague, '등록오프라인')).length).toBe(1)
})

async function typeEntry(page: Page, owner: string): Promise<void> {
  await entryCell(page, '소유자').click()
  await page.keyboard.type(owner)
  await page.keyboard.press('Tab')
  await entryCell(page, '보수료').click()
  await page.keyboard.type('123456')
  await page.keyboard.press('Enter')
}

async function chooseGroup(page: Page): Promise<void> {
  await entryCell(page, '사업구간(그룹)').click()
  await page.keyboard.type('ㄴㄹㅊ')
  await expect(page.getByRole('option', { name: /누리천 정비 2차/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(entryCell(page, '사업구간(그룹)')).toContainText('누리천 정비 2차')
}
