import { expectAccessible } from '../support/accessibility.ts'
import { preferTables } from '../support/cards.ts'
import { signInColleague } from '../support/colleague.ts'
import { goOffline } from '../support/go-offline.ts'
import {
  changeRequest,
  fillDay,
  findFreeWorkingDay,
  leaveForm,
  leaveRow,
  listLeaves,
  makeLeave,
  openLeave,
  openRequest,
  requestLeave,
  withdrawRequest,
} from '../support/leave.ts'
import { startSession } from '../support/start-session.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('staff request leave, see the days counted, change it, withdraw it and undo that', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await openLeave(page, office.url)
  const form = leaveForm(page)
  await form.getByRole('button', { name: '휴가 신청' }).click()
  await fillDay(form, '시작일', findFreeWorkingDay(1))
  await expect(form.getByRole('textbox', { name: /^종료일/ })).toHaveValue(findFreeWorkingDay(1))
  await form.getByRole('button', { name: '휴가 신청' }).click()
  await expect(form.getByText('사유를 입력해 주세요.')).toBeVisible()
  await expect(form.getByRole('status')).toContainText('신청 일수 1일')
  await expect(form.getByRole('status')).toContainText('신청 후')
  await fillDay(form, '종료일', '2020-01-01')
  await form.getByRole('button', { name: '휴가 신청' }).click()
  await expect(form.getByText('종료일은 시작일보다 빠를 수 없습니다.')).toBeVisible()
  await form.getByRole('combobox', { name: '휴가 종류' }).selectOption({ label: '반차' })
  await expect(form.getByRole('textbox', { name: /^종료일/ })).toHaveCount(0)
  await expect(form.getByRole('status')).toContainText('신청 일수 0.5일')
  await form.getByRole('textbox', { name: /^사유/ }).fill('오전 병원')
  await form.getByRole('button', { name: '휴가 신청' }).click()
  await expect(page.getByText('휴가 신청이 등록되었습니다.')).toBeVisible()
  await expect(leaveRow(page, '오전 병원')).toContainText('대기')
  await expect(leaveRow(page, '오전 병원')).toContainText('반차 (오전)')
  await expect.poll(() => listLeaves(colleague, '오전 병원')).toMatchObject([{ requester_name: '김가온', days: 0.5 }])

  await changeRequest(page, '오전 병원', async (dialog) => {
    await dialog.getByRole('combobox', { name: '반차 시간' }).selectOption({ label: '오후' })
    await dialog.getByRole('textbox', { name: /^사유/ }).fill('오후 병원')
  })
  await expect(leaveRow(page, '오후 병원')).toContainText('반차 (오후)')
  await withdrawRequest(page, '오후 병원')
  await page.getByRole('button', { name: '되돌리기' }).first().click()
  await expect(leaveRow(page, '오후 병원')).toBeVisible()
  await expect.poll(() => listLeaves(colleague, '오후 병원')).toHaveLength(1)
})

test('refuses a date that does not exist and leave that overlaps another request', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await openLeave(page, office.url)
  const form = leaveForm(page)
  await form.getByRole('textbox', { name: /^사유/ }).fill('잘못 적은 날')
  await form.getByRole('textbox', { name: /^시작일/ }).fill('2026-02-30')
  await form.getByRole('textbox', { name: /^시작일/ }).press('Enter')
  await expect(form.getByText('2026년 2월에는 30일이 없습니다.')).toBeVisible()
  await expect(form.getByRole('textbox', { name: /^시작일/ })).toBeFocused()
  await expect(form.getByRole('textbox', { name: /^시작일/ })).toHaveValue('2026-02-30')
  await fillDay(form, '시작일', findFreeWorkingDay(21))
  await form.getByRole('button', { name: '휴가 신청' }).click()
  await expect(page.getByText('휴가 신청이 등록되었습니다.')).toBeVisible()
  await expect.poll(() => listLeaves(colleague, '잘못 적은 날')).toHaveLength(1)
  await requestLeave(page, { from: findFreeWorkingDay(20), to: findFreeWorkingDay(22), reason: '겹치는 휴가' })
  await expect(
    form.getByText(`이미 신청한 휴가(${findFreeWorkingDay(21).replaceAll('-', '.')}, 대기)와 겹칩니다.`),
  ).toBeVisible()
  expect(await listLeaves(colleague, '겹치는 휴가')).toEqual([])
})

test('a superuser approves one request and refuses another with a comment', async ({ office, newDevicePage: page }) => {
  const staff = await signInColleague(office.origin, 'staff')
  await makeLeave(staff, findFreeWorkingDay(10), '결정할 휴가 하나')
  await makeLeave(staff, findFreeWorkingDay(12), '결정할 휴가 둘')
  await startSession(page, office, 'superuser')
  await openLeave(page, office.url, '?tab=all&search=결정할')
  let dialog = await openRequest(page, '결정할 휴가 하나')
  await expect(dialog).toContainText('승인하면')
  await dialog.getByRole('button', { name: '승인' }).click()
  await expect(leaveRow(page, '결정할 휴가 하나')).toContainText('승인')
  dialog = await openRequest(page, '결정할 휴가 둘')
  await dialog.getByRole('button', { name: '반려' }).click()
  await expect(dialog.getByText('반려 사유를 입력해 주세요.')).toBeVisible()
  await dialog.getByRole('textbox', { name: '검토 의견' }).fill('잔금일입니다.')
  await dialog.getByRole('button', { name: '반려' }).click()
  await expect(leaveRow(page, '결정할 휴가 둘')).toContainText('반려')
  await expect.poll(async () => (await listLeaves(staff, '결정할 휴가 하나'))[0]?.state).toBe('approved')
  await expect.poll(async () => (await listLeaves(staff, '결정할 휴가 둘'))[0]?.comment).toBe('잔금일입니다.')
  await page.getByRole('combobox', { name: '상태' }).selectOption({ label: '반려' })
  await expect(page).toHaveURL(/state=refused/)
  await expect(leaveRow(page, '결정할 휴가 하나')).toBeHidden()
  await page.getByRole('tab', { name: '연차 현황' }).click()
  await page.getByRole('button', { name: '김가온 연차 설정' }).click()
  const grant = page.getByRole('dialog', { name: /김가온 님의 \d{4}년 연차/ })
  await grant.getByRole('textbox', { name: '부여 일수' }).fill('20.5')
  await grant.getByRole('button', { name: '저장' }).click()
  await expect(page.getByRole('row').filter({ hasText: '김가온' })).toContainText('20.5일')
  await expect(page.getByRole('row').filter({ hasText: '김가온' })).toContainText('직접 설정')
})

test('sends leave requested offline, and keeps a request that overlaps another in 확인 필요 @offline', async ({
  office,
  staffPage: page,
}) => {
  const staff = await signInColleague(office.origin, 'staff')
  await openLeave(page, office.url)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('잔여 연차')).toBeVisible()
  await goOffline(page, office)
  // The second reload follows a failed request for the balance.
  for (let n = 0; n < 2; n += 1) {
    await page.reload()
    await expect(page.getByText('잔여 연차')).toBeVisible()
    await expect(page.getByText(/^부여는 .*에 확인한 값입니다\.$/)).toBeVisible({ timeout: 30_000 })
  }
  await requestLeave(page, { from: findFreeWorkingDay(15), reason: '오프라인 휴가' })
  await expect(page.getByText('휴가 신청이 등록되었습니다. · 저장됨(전송 대기)')).toBeVisible()
  await requestLeave(page, { from: findFreeWorkingDay(17), reason: '겹칠 휴가' })
  await expect(leaveRow(page, '겹칠 휴가')).toContainText('대기')
  await makeLeave(staff, findFreeWorkingDay(17), '다른 기기의 휴가')
  office.network.setReachable(true)
  await expect.poll(() => listLeaves(staff, '오프라인 휴가'), { timeout: 60_000 }).toHaveLength(1)
  await expect(page.getByText(/휴가 신청 실패: 이미 신청한 휴가/)).toBeVisible({ timeout: 60_000 })
  await page.goto(`${office.url}/staff/outbox`)
  await expect(page.getByRole('article')).toHaveCount(1)
  const entry = page.getByRole('article')
  await expect(entry).toContainText('겹칠 휴가')
  await expect(entry).toContainText('와 겹칩니다.')
  await entry.getByRole('button', { name: '수정 후 다시 보내기' }).click()
  await entry.getByRole('textbox', { name: /^시작일/ }).fill(findFreeWorkingDay(19))
  await entry.getByRole('textbox', { name: /^종료일/ }).fill(findFreeWorkingDay(19))
  await entry.getByRole('button', { name: '보내기', exact: true }).click()
  await expect.poll(() => listLeaves(staff, '겹칠 휴가'), { timeout: 60_000 }).toHaveLength(1)
})

test('sends changes made offline, and keeps a change of an approved request in 확인 필요 @offline', async ({
  office,
  colleague: superuser,
  staffPage: page,
}) => {
  const staff = await signInColleague(office.origin, 'staff')
  await makeLeave(staff, findFreeWorkingDay(32), '옮길 휴가')
  await makeLeave(staff, findFreeWorkingDay(34), '거둘 휴가')
  const decided = await makeLeave(staff, findFreeWorkingDay(36), '그사이 승인될 휴가')
  await openLeave(page, office.url)
  await expect(leaveRow(page, '그사이 승인될 휴가')).toBeVisible()
  await goOffline(page, office)
  await changeRequest(page, '옮길 휴가', async (dialog) => {
    await fillDay(dialog, '시작일', findFreeWorkingDay(38))
    await dialog.getByRole('textbox', { name: /^사유/ }).fill('옮긴 휴가')
  })
  await expect(page.getByText('휴가 신청이 수정되었습니다. · 저장됨(전송 대기)')).toBeVisible()
  await withdrawRequest(page, '거둘 휴가')
  await changeRequest(page, '그사이 승인될 휴가', (dialog) =>
    dialog.getByRole('textbox', { name: /^사유/ }).fill('승인된 뒤에 닿는 사유'),
  )
  // The URL is updated once the screen is idle; a reload before that opens the request again.
  await expect(page).not.toHaveURL(/open=/)
  await page.reload()
  await expect(leaveRow(page, '옮긴 휴가')).toContainText(findFreeWorkingDay(38).replaceAll('-', '.'))
  await expect(leaveRow(page, '거둘 휴가')).toHaveCount(0)
  expect(await listLeaves(staff, '옮긴 휴가')).toEqual([])
  expect(await listLeaves(staff, '거둘 휴가')).toHaveLength(1)
  await superuser.send('PUT', '/api/staff/leave/', { id: decided, state: 'approved' })

  office.network.setReachable(true)
  await expect.poll(() => listLeaves(staff, '옮긴 휴가'), { timeout: 60_000 }).toHaveLength(1)
  expect(await listLeaves(staff, '옮길 휴가')).toEqual([])
  await expect.poll(() => listLeaves(staff, '거둘 휴가'), { timeout: 60_000 }).toEqual([])
  await page.goto(`${office.url}/staff/outbox`)
  const entry = page.getByRole('article').filter({ hasText: '승인된 뒤에 닿는 사유' })
  await expect(entry).toContainText('이미 승인된 휴가 신청은 수정할 수 없습니다.', { timeout: 60_000 })
  expect(await listLeaves(staff, '그사이 승인될 휴가')).toMatchObject([{ state: 'approved' }])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  // This tests the table; cards are tested in phone.spec.ts.
  test.beforeEach(async ({ staffPage }) => preferTables(staffPage))

  test('the request form unfolds, its controls are 44 px high, and a request can be sent', async ({
    office,
    staffPage: page,
  }) => {
    await openLeave(page, office.url)
    await expect(leaveForm(page)).toBeHidden()
    await page.getByRole('button', { name: '휴가 신청하기' }).tap()
    await expectAccessible(page)
    for (const control of await leaveForm(page).locator('input, select, button').all()) {
      expect((await control.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(43.5)
    }
    await requestLeave(page, { from: findFreeWorkingDay(22), reason: '폰에서 낸 휴가' })
    await expect(leaveForm(page)).toBeHidden()
    const day = findFreeWorkingDay(22).replaceAll('-', '.').slice(5)
    const row = page.getByRole('row').filter({ hasText: day })
    await expect(row).toContainText('대기')
    await expect(row.getByRole('button', { name: '상세' })).toBeInViewport({ ratio: 1 })
    await row.getByRole('button', { name: '상세' }).tap()
    await expect(page.getByRole('dialog', { name: '내 휴가 신청' })).toContainText('폰에서 낸 휴가')
    await expectAccessible(page)
  })
})
