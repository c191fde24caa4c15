import { listInquiriesAbout } from '../e2e/support/inquiries.ts'
import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { goOffline, openCaseBook, readPurpose, waitUntilCopied } from './support/office-pages.ts'
import { button, caseRow, dialog, field, link, role } from './support/target.ts'
import { expect, test } from './support/test.ts'

test.use({ reusesDevice: true })

test('an inquiry is written, and its form leads to what is missing', async ({ office, colleague, staffTab: tab }) => {
  await tab.open(`${office.url}/contact`)
  // The app has replaced the page that the server sent.
  await tab.see(link('업무 화면'))
  await tab.click(button('보내기'))
  await expect.poll(() => tab.isFocused(field(/^이름/))).toBe(true)
  await tab.fill(field(/^이름/), '윤새봄')
  await tab.fill(field(/^연락처/), '010-0000-0101')
  await tab.fill(field(/^제목/), '다른 브라우저의 문의')
  await tab.fill(field(/^문의 내용/), '비용을 알려 주세요.')
  await tab.click(field(/동의합니다/))
  await tab.click(button('보내기'))
  await expect.poll(async () => (await listInquiriesAbout(colleague, '다른 브라우저의 문의')).length).toBe(1)
})

test('a day is typed into a field and chosen in the calendar', async ({ office, colleague, staffTab: tab }) => {
  await makeCases(colleague, '날짜로')
  await openCaseBook(tab, office, '날짜로')
  await waitUntilCopied(tab)
  await tab.click(button(/행 상세$/, caseRow('날짜로1')))
  const panel = { css: '[role=region], section', name: /상세: 날짜로1/ }
  await tab.click(role('tab', '일자', panel))
  const day = field('등기예정일', panel)
  await tab.fill(day, '20261204')
  await tab.click(button('저장', panel))
  const readDay = async () => (await listOwnCases(colleague, '날짜로'))[0]?.regi_date?.slice(0, 10)
  await expect.poll(readDay).toBe('2026-12-04')
  await tab.click(day)
  await tab.press('Alt+ArrowDown')
  await tab.see(dialog(/달력$/))
  await tab.press('ArrowRight')
  await tab.press('Enter')
  await tab.click(button('저장', panel))
  await expect.poll(readDay).toBe('2026-12-05')
})

test("a colleague's edit appears without a reload, also after the connection was lost", async ({
  office,
  colleague,
  staffTab: tab,
}) => {
  const [made] = await makeCases(colleague, '곁에서')
  const change = (purpose: string) => colleague.send('PUT', '/api/mysql/realestate/list/', { id: made?.id, purpose })
  await openCaseBook(tab, office, '곁에서')
  await waitUntilCopied(tab)
  await change('동료의 목적')
  await expect.poll(() => readPurpose(tab, '곁에서1')).toContain('동료의 목적')
  office.network.setReachable(false)
  await tab.see('서버 응답 없음', 60_000)
  await change('없는 동안의 목적')
  office.network.setReachable(true)
  await expect.poll(() => readPurpose(tab, '곁에서1'), { timeout: 120_000 }).toContain('없는 동안의 목적')
})

test('keys that the browser has too reach the office: search and lock', async ({
  office,
  colleague,
  staffTab: tab,
}) => {
  await makeCases(colleague, '단축키')
  await openCaseBook(tab, office, '')
  await waitUntilCopied(tab)
  await tab.press('Control+k')
  const search = field('기록, 화면, 명령 찾기')
  await expect.poll(() => tab.isFocused(search)).toBe(true)
  await tab.type('ㄷㅊㅋ1')
  await tab.see(role('option', /단축키1/))
  await tab.press('Enter')
  await tab.see({ css: '[role=region], section', name: /상세: 단축키1/ })
})

test('screens that were never opened open without a server', async ({ office, staffTab: tab }) => {
  await openCaseBook(tab, office, '')
  await goOffline(tab, office)
  for (const path of [
    '/',
    '/services',
    '/contact',
    '/staff',
    '/services/deposit',
    '/staff/leave-request',
    '/staff/outbox',
    '/features',
  ]) {
    await tab.open(office.url + path)
    await expect
      .poll(() => tab.read({ css: 'h1' }), { message: path, timeout: 60_000 })
      .toEqual([expect.stringMatching(/./)])
    await tab.seeGone(/불러오지 못했습니다|열지 못했습니다|찾을 수 없습니다/)
  }
})
