import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { confirmDialog } from '../support/confirm-dialog.ts'
import { countNewInquiries, listInquiriesAbout } from '../support/inquiries.ts'
import { startSession } from '../support/start-session.ts'
import { expect, test } from '../support/test.ts'

function inquiryRow(page: Page, subject: string): Locator {
  return page.getByRole('row').filter({ has: page.locator('[role=gridcell]').getByText(subject, { exact: true }) })
}

test('counts new inquiries, and staff assign one, note it in its window and destroy one on request', async ({
  office,
  colleague,
  newDevicePage: page,
}) => {
  const subject = '아파트 매매 소유권이전 비용 문의'
  const newCount = await countNewInquiries(colleague)
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/staff/inquiries`)
  await expect(page.getByRole('grid', { name: '문의함' })).toBeVisible()
  const places = page.getByRole('navigation', { name: '업무' })
  await expect(places.getByRole('link', { name: /문의함/ })).toContainText(`새 문의 ${newCount}`)
  await inquiryRow(page, subject).getByRole('button', { name: /상세/ }).click()
  const panel = page.getByRole('region', { name: /문의 상세/ })
  const message = panel.getByRole('article', { name: '문의 내용' })
  await expect(message.getByText(/부부 공동명의로 하려고 합니다/)).toBeInViewport({ ratio: 1 })
  const links = await message.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(links).toEqual(['tel:01000000101'])
  await panel.getByLabel('상태').selectOption({ label: '처리중' })
  await panel.getByRole('combobox', { name: '담당자' }).fill('김가온')
  await panel.getByLabel('메모').fill('내일 오전에 전화')
  await panel.getByRole('button', { name: '저장' }).click()
  await expect
    .poll(() => listInquiriesAbout(colleague, subject))
    .toMatchObject([{ state: 'in_progress', assignee: '김가온', note: '내일 오전에 전화' }])
  await expect(places.getByRole('link', { name: /문의함/ })).toContainText(`새 문의 ${newCount - 1}`)
  await page.getByRole('button', { name: /^실행 취소/ }).click()
  await expect.poll(() => listInquiriesAbout(colleague, subject)).toMatchObject([{ state: 'new', assignee: null }])

  const opening = page.waitForEvent('popup')
  await panel.getByRole('button', { name: '새 창으로 열기' }).click()
  const detail = await opening
  await expect(detail.getByText(/부부 공동명의로 하려고 합니다/)).toBeVisible()
  await expectAccessible(detail)
  await detail.getByLabel('메모').fill('창에서 적은 메모')
  await detail.getByRole('button', { name: '저장' }).click()
  await expect.poll(async () => (await listInquiriesAbout(colleague, subject))[0]?.note).toBe('창에서 적은 메모')
  await detail.close()

  const response = await fetch(`${office.origin}/api/contact/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: '<b>굵은이름</b>',
      email: 'bold@example.com',
      subject: '본점 <script>',
      message: '<img src=x>',
      consent: true,
      consented_at: new Date().toISOString(),
    }),
  })
  expect(response.status).toBe(201)
  // Rows never move under the cursor: new ones appear on request.
  await page.getByRole('button', { name: /새 기록 1건/ }).click({ timeout: 60_000 })
  await expect(inquiryRow(page, '본점 <script>')).toContainText('<b>굵은이름</b>')

  await inquiryRow(page, '본점 <script>').getByRole('button', { name: /상세/ }).click()
  await panel.getByRole('tab', { name: '파기' }).click()
  await panel.getByRole('button', { name: '파기' }).click()
  await confirmDialog(page, /문의를 파기하시겠습니까\?$/)
    .getByRole('button', { name: '파기' })
    .click()
  await expect(inquiryRow(page, '본점 <script>')).toHaveCount(0)
  expect(await listInquiriesAbout(colleague, '본점 <script>')).toEqual([])
})
