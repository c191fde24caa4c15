import { figure, makeUses, openCards, useRow, usesOf } from './support/card-usage.ts'
import { expectNoBarrier } from './support/barriers.ts'
import { preferTables } from './support/cards.ts'
import { goOffline, untilAllStored } from './support/go-offline.ts'
import { sheetOf, sheetType, withoutVersions as shown, workbookOf } from './support/sheet-of.ts'
import { expect, test } from './support/test.ts'
import { pressExport } from './support/take-out.ts'

test.use({ isDeviceKept: true })

test('a period is asked with 검색, and stands in the address', async ({ office, colleague, staffPage: page }) => {
  await makeUses(colleague, 3, [
    { store_name: '기간 하나', pay: '1' },
    { store_name: '기간 둘', pay: '2' },
  ])
  await page.goto(`${office.url}/staff/car-ledger`)
  await expect(page.getByRole('heading', { level: 1, name: '차량·카드 장부' })).toBeAttached()
  await page.getByRole('tab', { name: '기간별' }).click()
  const day = (back: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(Date.now() - back * 86_400_000)
  await expect(page.getByLabel('시작일')).toHaveValue(day(30))
  await expect(page.getByLabel('종료일')).toHaveValue(day(0))
  await page.getByLabel('시작일').fill('20220311')
  await page.getByLabel('종료일').fill('20220331')
  await page.getByRole('button', { name: '검색' }).click()
  await expect(useRow(page, '기간 둘')).toBeVisible()
  await expect(useRow(page, '기간 하나')).toBeHidden()
  await expect(page).toHaveURL(/start=/)
  await page.reload()
  await expect(useRow(page, '기간 둘')).toBeVisible()
  await expect(figure(page, '합계')).toHaveText('2원')
})

test('without a network uses are read, added, changed and deleted; the sums follow, and the server gets each once @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeUses(colleague, 5, [
    { store_name: '끊긴 국밥', pay: '9000', purpose: '점심' },
    { store_name: '끊긴 숯불', pay: '40000', purpose: '저녁' },
  ])
  await openCards(page, office.url, 5)
  await expect(useRow(page, '끊긴 숯불')).toBeVisible()
  await untilAllStored(page)
  office.network.setReachable(false)
  await page.reload()
  await expect(useRow(page, '끊긴 숯불')).toBeVisible()
  await expect(page.getByText('서버 응답 없음', { exact: true })).toBeVisible({ timeout: 60_000 })

  await page.getByRole('button', { name: '내역 추가' }).click()
  const form = page.getByRole('dialog', { name: '카드사용내역 추가' })
  await form.getByLabel('일시').fill('2022-05-20')
  await form.getByLabel('시각').fill('1530')
  await form.getByLabel('사용처').fill('끊긴 주유소')
  await form.getByLabel('금액').fill('51000')
  await form.getByLabel('구분').selectOption('기타')
  await form.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText('성공적으로 추가되었습니다. · 저장됨(전송 대기)')).toBeVisible()
  await expect(useRow(page, '끊긴 주유소')).toContainText('05/20 15:30')
  await expect(figure(page, '합계')).toHaveText('100,000원')

  await useRow(page, '끊긴 국밥').getByRole('button', { name: /수정$/ }).click()
  const edit = page.getByRole('dialog', { name: '카드사용내역 수정' })
  await edit.getByLabel('금액').fill('10000')
  await edit.getByRole('button', { name: '저장' }).click()
  await expect(figure(page, '점심')).toHaveText('10,000원')

  await useRow(page, '끊긴 숯불').getByRole('button', { name: /삭제$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click()
  await expect(useRow(page, '끊긴 숯불')).toBeHidden()
  await expect(figure(page, '합계')).toHaveText('61,000원')
  await page.reload()
  await expect(figure(page, '합계')).toHaveText('61,000원')

  const file = page.waitForEvent('download')
  await pressExport(page)
  const fromDevice = await sheetOf(await file)
  expect(fromDevice.map((line) => [line[1], line[2], line[3]])).toEqual([
    ['사용처', '금액', '구분'],
    ['끊긴 주유소', 51_000, '기타'],
    ['끊긴 국밥', 10_000, '점심'],
    [null, 61_000, null],
  ])

  office.network.setReachable(true)
  await expect
    .poll(() => usesOf(colleague, 5), { timeout: 60_000 })
    .toMatchObject([
      { store_name: '끊긴 주유소', pay: '51000', purpose: '기타', created_at: '2022-05-20T06:30:00+00:00', version: 1 },
      { store_name: '끊긴 국밥', pay: '10000', version: 2 },
    ])
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const again = page.waitForEvent('download')
  await pressExport(page)
  expect(shown(await sheetOf(await again))).toEqual(shown(fromDevice))
})

test('a statement comes in by mapping its columns, known approval numbers are named, and it goes again in one step', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeUses(colleague, 6, [{ store_name: '이미 있음', pay: '1', approve_num: 'e2e-6-1' }])
  await openCards(page, office.url, 6)
  await page.getByRole('button', { name: '엑셀 가져오기' }).click()
  const dialog = page.getByRole('dialog', { name: '엑셀 가져오기' })
  const buffer = workbookOf([
    ['쓴 날', '쓴 곳', '낸 돈', '승인번호'],
    ['2022-06-20 12:10', '이미 있음', 1, 'e2e-6-1'],
    ['2022-06-21 12:10', '들여온 국밥', '9,000', 'e2e-6-2'],
    ['2022-06-22 19:40', '들여온 숯불', '48,000원', 'e2e-6-3'],
  ])
  await dialog
    .getByLabel('엑셀 파일', { exact: true })
    .setInputFiles({ name: '이용내역.xlsx', mimeType: sheetType, buffer })
  await expect(dialog.getByText('일시가 있는 컬럼을 선택해 주세요.')).toBeVisible()
  await expectNoBarrier(page)
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
  await expect.poll(async () => (await usesOf(colleague, 6)).map((use) => use.store_name)).toEqual(['이미 있음'])
})

test('by keyboard alone a use is opened, changed and added; a number that a colleague has used meanwhile is asked about and repaired @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeUses(colleague, 8, [{ store_name: '글쇠 국밥', pay: '9000', purpose: '점심' }])
  await openCards(page, office.url, 8)
  await useRow(page, '글쇠 국밥').getByRole('gridcell', { name: '글쇠 국밥' }).click()
  await page.keyboard.press('Space')
  const form = page.getByRole('dialog', { name: '카드사용내역 수정' })
  await expect(form.getByLabel('사용처')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('9500')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(figure(page, '점심')).toHaveText('9,500원')
  await page.keyboard.press('Control+z')
  await expect(figure(page, '점심')).toHaveText('9,000원')
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })

  await goOffline(page, office)
  await page.getByRole('button', { name: '내역 추가' }).focus()
  await page.keyboard.press('Enter')
  const adding = page.getByRole('dialog', { name: '카드사용내역 추가' })
  await adding.getByLabel('일시').fill('2022-08-20')
  await adding.getByLabel('사용처').fill('글쇠 숯불')
  await adding.getByLabel('승인번호').fill('e2e-8-1')
  await page.keyboard.press('Enter')
  await expect(useRow(page, '글쇠 숯불')).toBeVisible()
  await makeUses(colleague, 8, [{ store_name: '동료 국밥', pay: '1', approve_num: 'e2e-8-1' }])
  office.network.setReachable(true)
  await expect(page.getByText('확인 필요 1')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: /확인 필요 1/ }).click()
  await expect(page.getByText('승인번호: 같은 승인번호의 내역이 이미 있습니다.').first()).toBeVisible()
  await page.getByRole('button', { name: '수정 후 다시 보내기' }).click()
  await page.getByRole('textbox', { name: /^승인번호/ }).fill('e2e-8-2')
  await page.getByRole('button', { name: '보내기', exact: true }).click()
  await expect
    .poll(async () => (await usesOf(colleague, 8)).map((use) => [use.store_name, use.approve_num]), { timeout: 60_000 })
    .toEqual([
      ['글쇠 숯불', 'e2e-8-2'],
      ['글쇠 국밥', null],
      ['동료 국밥', 'e2e-8-1'],
    ])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  // The story is the table's; cards have their own (phone.spec.ts).
  test.beforeEach(async ({ staffPage }) => preferTables(staffPage))

  test('a use is added and changed with one thumb: nothing to scroll sideways, targets of 44 px', async ({
    office,
    colleague,
    staffPage: page,
  }) => {
    await makeUses(colleague, 7, [{ store_name: '손안 국밥', pay: '120000', purpose: '점심', note: '셋이서' }])
    await openCards(page, office.url, 7)
    const row = useRow(page, '손안 국밥')
    await expect(row).toContainText('07/10 12:00')
    const scroller = page.locator('[data-table-scroller]')
    expect(await scroller.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    // A row is 44 px with its hairline.
    for (const button of [row.getByRole('button', { name: /수정$/ }), row.getByRole('button', { name: /펼치기$/ })]) {
      const box = await button.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(43)
    }
    await row.getByRole('button', { name: /펼치기$/ }).tap()
    await expect(page.getByText('셋이서')).toBeVisible()
    await row.getByRole('button', { name: /수정$/ }).tap()
    const form = page.getByRole('dialog', { name: '카드사용내역 수정' })
    await form.getByLabel('금액').fill('90000')
    await form.getByRole('button', { name: '저장' }).tap()
    await expect(figure(page, '점심')).toHaveText('90,000원')
    await expectNoBarrier(page)
    await page.getByRole('main').getByRole('button', { name: '더보기' }).tap()
    await page.getByRole('menuitem', { name: '월별 차트' }).tap()
    const chart = page.getByRole('dialog', { name: '월별 차트' })
    await expect(chart.getByRole('row', { name: '7월 90,000원 0원 0원 90,000원' })).toBeAttached()
    await expectNoBarrier(page)
  })
})
