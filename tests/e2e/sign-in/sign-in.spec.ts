import { expectAccessible } from '../support/accessibility.ts'
import { entryCell, findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { endSession } from '../support/end-session.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test('keeps a deep link through a cancelled sign-in and a second try', async ({ office, newDevicePage: page }) => {
  const deep = '/services/real-estate?tab=table&search=%E3%84%B1#row'
  await page.goto(office.url + deep)
  await page.getByRole('button', { name: '로그인', exact: true }).first().click()
  await page.getByRole('link', { name: '로그인하지 않고 돌아가기' }).click()
  await expect(page.getByText('로그인이 취소되었거나 오류가 발생했습니다: 동의하지 않음')).toBeVisible()
  await page.getByRole('button', { name: '다시 로그인' }).click()
  await page.getByText('직원', { exact: true }).click()
  await expect(page.getByRole('grid', { name: '사건부' })).toBeVisible()
  const { pathname, searchParams, hash } = new URL(page.url())
  expect([pathname, searchParams.get('search'), hash]).toEqual(['/services/real-estate', 'ㄱ', '#row'])
  expect(await page.evaluate(() => localStorage.getItem('kakao_auth_state'))).toBeNull()
})

test('tells a member after signing in, and again in their menu, what they can do and whom to ask', async ({
  office,
  newDevicePage: page,
}) => {
  await page.goto(`${office.url}/about`)
  await page.getByRole('button', { name: '로그인', exact: true }).first().click()
  await page.getByText('일반 회원', { exact: true }).click()
  await expect(page).toHaveURL(`${office.url}/about`)
  const notice = page.getByRole('status').filter({ hasText: '일반 회원으로 로그인했습니다.' })
  await expect(notice).toContainText('상담 문의를 남길 수 있습니다.')
  await expect(notice.getByRole('link', { name: '02-000-0000' })).toHaveAttribute('href', 'tel:02-000-0000')
  await expectAccessible(page)
  await notice.getByRole('button', { name: '닫기' }).click()
  await page.getByRole('button', { name: /님 안내$/ }).click()
  await expect(page.getByText('최고관리자에게 직원 권한을 요청해 주세요.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByRole('link', { name: '법률 서비스' }).first().click()
  await expect(page).toHaveURL(`${office.url}/services`)
})

test('redirects to the home page with a reason, and sign-in returns to the requested page', async ({
  office,
  newDevicePage: page,
}) => {
  await page.goto(`${office.url}/staff/outbox`)
  await expect(page).toHaveURL(`${office.url}/`)
  const notice = page.getByRole('status').filter({ hasText: '로그인이 필요한 화면이어서 처음 화면으로 이동했습니다.' })
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  await notice.getByRole('button', { name: '로그인' }).click()
  await page.getByText('일반 회원', { exact: true }).click()
  await expect(page).toHaveURL(`${office.url}/`)
  await expect(page.getByText('직원만 볼 수 있는 화면이어서 처음 화면으로 이동했습니다.')).toBeVisible()
  // Leaves the page in the same task as the click; unfinished work is lost.
  await page.getByRole('button', { name: '로그아웃' }).first().evaluate(pressAndLeave)
  await expect(page).toHaveURL(`${office.url}/`)
  await notice.getByRole('button', { name: '로그인' }).click()
  await page.getByText('직원', { exact: true }).click()
  await expect(page).toHaveURL(`${office.url}/staff/outbox`)
  await expect(page.getByRole('heading', { level: 1, name: '보낼 작업' })).toBeVisible()
})

test('an ended session keeps the screen and its input, and continues after signing in from a popup @core', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '세션만료')
  await openCaseBook(page, office.url, '?search=세션만료')
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  await entryCell(page, '소유자').click()
  await page.keyboard.type('쓰던 이름')
  await page.keyboard.press('Enter')
  // The edit waits when the session ends; after that, the dialog may already cover its cell.
  office.network.setFaults(({ method, path }) =>
    method !== 'GET' && path.startsWith('/api/') ? { kind: 'status', status: 503 } : { kind: 'pass' },
  )
  await typeIntoCell(page, findCell(findCaseRow(page, '세션만료1'), '등기목적'), '만료 뒤 수정')
  await endSession(page)
  office.network.setFaults(() => ({ kind: 'pass' }))
  const panel = page.getByRole('dialog', { name: '로그인이 만료되었습니다' })
  await expect(panel).toBeVisible({ timeout: 60_000 })
  await expect(panel).toContainText('보낼 작업 1건도 이 기기에 남아 있으며')
  const calledOff = page.waitForEvent('popup')
  await panel.getByRole('button', { name: '다시 로그인' }).click()
  const first = await calledOff
  await first.getByRole('link', { name: '로그인하지 않고 돌아가기' }).click()
  // The popup does not start a second copy of the app; it only has to close.
  await expect(first.getByText('이 창을 닫고 하던 작업으로 돌아가 다시 로그인해 주세요.')).toBeVisible()
  const closing = first.waitForEvent('close')
  // The popup may close before the press is confirmed; only its closing matters.
  await first
    .getByRole('button', { name: '창 닫기' })
    .click()
    .catch(() => null)
  await closing
  const opening = page.waitForEvent('popup')
  await panel.getByRole('button', { name: '다시 로그인' }).click()
  const window = await opening
  await window.getByText('직원', { exact: true }).click()
  await expect(panel).toBeHidden({ timeout: 60_000 })
  await expect(entryCell(page, '소유자')).toHaveText('쓰던 이름')
  await expect
    .poll(async () => (await listOwnCases(colleague, '세션만료'))[0]?.purpose, { timeout: 60_000 })
    .toBe('만료 뒤 수정')
})

/** Presses, and navigates to a staff page in the same task. */
function pressAndLeave(button: HTMLElement | SVGElement): void {
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  location.assign('/staff/outbox')
}
