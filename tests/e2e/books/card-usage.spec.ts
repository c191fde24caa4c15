import type { Page } from '@playwright/test'
import { figure, listCardUses, makeUses, openCards, useRow } from '../support/card-usage.ts'
import { pressExport } from '../support/export-reason.ts'
import { goOffline } from '../support/go-offline.ts'
import { buildWorkbook, readSheet, sheetType, withoutVersions as shown } from '../support/sheet-of.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('adds, edits and deletes card uses offline with correct sums, and sends each change once @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeUses(colleague, 5, [
    { store_name: '끊긴 국밥', pay: '9000', purpose: '점심', note: '셋이서' },
    { store_name: '끊긴 숯불', pay: '40000', purpose: '저녁' },
  ])
  await openCards(page, office.url, 5)
  await goOffline(page, office)
  await page.reload()
  await expect(useRow(page, '끊긴 숯불')).toBeVisible()
  await addUse(page)
  await expect(page.getByText('성공적으로 추가되었습니다. · 저장됨(전송 대기)')).toBeVisible()
  await expect(useRow(page, '끊긴 주유소')).toContainText('2022.05.20 15:30')
  await expect(figure(page, '합계')).toHaveText('100,000원')
  await expect(page.getByRole('region', { name: '합계' })).toContainText('합계 3건')
  await changeByKeyboard(page)
  await useRow(page, '끊긴 숯불').getByRole('button', { name: /삭제$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click()
  await expect(useRow(page, '끊긴 숯불')).toBeHidden()
  await expect(figure(page, '합계')).toHaveText('61,000원')
  await expect(page.getByRole('row', { name: '5월 10,000원 0원 51,000원 61,000원' })).toBeAttached()

  const file = page.waitForEvent('download')
  await pressExport(page)
  const fromDevice = await readSheet(await file)
  expect(fromDevice.map((line) => [line[1], line[2], line[3]])).toEqual([
    ['사용처', '금액', '구분'],
    ['끊긴 주유소', 51_000, '기타'],
    ['끊긴 국밥', 10_000, '점심'],
    [null, 61_000, null],
  ])

  office.network.setReachable(true)
  await expect
    .poll(() => listCardUses(colleague, 5), { timeout: 60_000 })
    .toMatchObject([
      { store_name: '끊긴 주유소', pay: '51000', purpose: '기타', created_at: '2022-05-20T06:30:00+00:00', version: 1 },
      { store_name: '끊긴 국밥', pay: '10000' },
    ])
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const secondDownload = page.waitForEvent('download')
  await pressExport(page)
  expect(shown(await readSheet(await secondDownload))).toEqual(shown(fromDevice))
})

test('imports a statement by mapping its columns, skips known approval numbers, and can be undone', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeUses(colleague, 6, [{ store_name: '이미 있음', pay: '1', approve_num: 'e2e-6-1' }])
  await page.goto(`${office.url}/staff/car-ledger`)
  await page.getByRole('tab', { name: '기간별' }).click()
  await page.getByLabel('시작일').fill('20220601')
  await page.getByLabel('종료일').fill('20220630')
  await page.keyboard.press('Enter')
  await expect(useRow(page, '이미 있음')).toBeVisible()
  await expect(page).toHaveURL(/start=/)
  await page.getByRole('button', { name: '엑셀 가져오기' }).click()
  const dialog = page.getByRole('dialog', { name: '엑셀 가져오기' })
  const buffer = buildWorkbook([
    ['쓴 날', '쓴 곳', '낸 돈', '승인번호'],
    ['2022-06-20 12:10', '이미 있음', 1, 'e2e-6-1'],
    ['2022-06-21 12:10', '들여온 국밥', '9,000', 'e2e-6-2'],
    ['2022-06-22 19:40', '들여온 숯불', '48,000원', 'e2e-6-3'],
  ])
  await dialog
    .getByLabel('엑셀 파일', { exact: true })
    .setInputFiles({ name: '이용내역.xlsx', mimeType: sheetType, buffer })
  await expect(dialog.getByText('일시가 있는 컬럼을 선택해 주세요.')).toBeVisible()
  await dialog.getByLabel('쓴 날').selectOption('created_at')
  await dialog.getByLabel('쓴 곳').selectOption('store_name')
  await dialog.getByLabel('낸 돈').selectOption('pay')
  await expect(dialog.getByText('전체 3건 중 2건을 가져올 수 있습니다.')).toBeVisible()
  await expect(dialog.getByText('카드사용내역에 이미 있는 승인번호입니다.')).toBeVisible()
  await dialog.getByRole('button', { name: '오류 없는 2건만 가져오기' }).click()
  await expect(page.getByText('엑셀 파일이 성공적으로 가져와졌습니다.')).toBeVisible()
  await expect(useRow(page, '들여온 숯불')).toBeVisible()
  await expect(figure(page, '합계')).toHaveText('57,001원')
  await page.getByRole('button', { name: '되돌리기' }).first().click()
  await expect(useRow(page, '들여온 숯불')).toBeHidden()
  await expect.poll(async () => (await listCardUses(colleague, 6)).map((use) => use.store_name)).toEqual(['이미 있음'])
})

test('구분 and 내용 are next to the amount on a tablet in either orientation, and at a desk', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeUses(colleague, 4, [{ store_name: '눕힌 국밥', pay: '9000', purpose: '점심', note: '셋이서' }])
  await openCards(page, office.url, 4)
  for (const [width, height] of [
    [1024, 768],
    [768, 1024],
    [1366, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const text of ['9,000원', '점심', '셋이서'])
      await expect(useRow(page, '눕힌 국밥').getByText(text, { exact: true })).toBeInViewport({ ratio: 1 })
  }
})

test('Ctrl+F searches the uses of the period, the sums follow, and a column filters from its menu', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeUses(colleague, 7, [
    { store_name: '찾는 주차장', pay: '3000', purpose: '기타' },
    { store_name: '찾는 국밥', pay: '9000', purpose: '점심' },
  ])
  await openCards(page, office.url, 7)
  await expect(figure(page, '합계')).toHaveText('12,000원')
  await useRow(page, '찾는 국밥').getByRole('gridcell', { name: '찾는 국밥' }).click()
  await page.keyboard.press('Control+f')
  await page.keyboard.type('주차')
  await expect(useRow(page, '찾는 국밥')).toBeHidden()
  await expect(useRow(page, '찾는 주차장')).toBeVisible()
  await expect(figure(page, '합계')).toHaveText('3,000원')
  await page.getByRole('searchbox', { name: '검색' }).fill('')
  await page.getByRole('columnheader', { name: '사용처' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '이 컬럼으로 필터' }).click()
  await page
    .getByRole('dialog', { name: '사용처 필터' })
    .getByRole('checkbox', { name: /찾는 국밥/ })
    .check()
  await expect(useRow(page, '찾는 주차장')).toBeHidden()
  await expect(figure(page, '합계')).toHaveText('9,000원')
})

async function addUse(page: Page): Promise<void> {
  await page.getByRole('button', { name: '내역 추가' }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: '카드사용내역 추가' })
  await form.getByLabel('일시').fill('2022-05-20')
  await form.getByLabel('시각').fill('1530')
  await form.getByRole('combobox', { name: '사용처' }).fill('끊긴 주유소')
  await form.getByLabel('금액').fill('51000')
  await form.getByLabel('구분').selectOption('기타')
  await form.getByRole('button', { name: '저장', exact: true }).click()
}

async function changeByKeyboard(page: Page): Promise<void> {
  await useRow(page, '끊긴 국밥').getByRole('gridcell', { name: '끊긴 국밥' }).click()
  await page.keyboard.press('Space')
  const form = page.getByRole('dialog', { name: '카드사용내역 수정' })
  await expect(form.getByRole('combobox', { name: '사용처' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('9500')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(figure(page, '점심')).toHaveText('9,500원')
  await page.keyboard.press('Control+z')
  await expect(figure(page, '점심')).toHaveText('9,000원')
  await useRow(page, '끊긴 국밥').getByRole('button', { name: /수정$/ }).click()
  await form.getByLabel('금액').fill('10000')
  await form.getByRole('button', { name: '저장', exact: true }).click()
  await expect(figure(page, '점심')).toHaveText('10,000원')
}
