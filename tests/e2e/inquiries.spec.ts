import type { Locator, Page } from '@playwright/test'
import { expectNoBarrier } from './support/barriers.ts'
import { preferTables } from './support/cards.ts'
import { untilAllStored } from './support/go-offline.ts'
import { inquiriesAbout, newInquiries } from './support/inquiries.ts'
import { startSession } from './support/start-session.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

async function openInbox(page: Page, url: string, search = ''): Promise<void> {
  await page.goto(`${url}/staff/inquiries${search}`)
  await expect(page.getByRole('grid', { name: '문의함' })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
}

function inquiryRow(page: Page, subject: string): Locator {
  return page.getByRole('row').filter({ has: page.locator('[role=gridcell]').getByText(subject, { exact: true }) })
}

test('staff see how many are new, read one in full, take it up and take the act back', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const subject = '아파트 매매 소유권이전 비용 문의'
  const fresh = await newInquiries(colleague)
  await openInbox(page, office.url)
  const places = page.getByRole('navigation', { name: '업무' })
  await expect(places.getByRole('link', { name: /문의함/ })).toContainText(`새 문의 ${fresh}`)
  await expectNoBarrier(page)
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
    .poll(() => inquiriesAbout(colleague, subject))
    .toMatchObject([{ state: 'in_progress', assignee: '김가온', note: '내일 오전에 전화' }])
  await expect(places.getByRole('link', { name: /문의함/ })).toContainText(`새 문의 ${fresh - 1}`)
  await expectNoBarrier(page)
  await page.getByRole('button', { name: /^실행 취소/ }).click()
  await expect.poll(() => inquiriesAbout(colleague, subject)).toMatchObject([{ state: 'new', assignee: null }])
})

test('an inquiry is handled without a network, and a new one of a visitor is announced @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const subject = '법인 본점 이전 등기 기한'
  await openInbox(page, office.url, '?search=본점')
  await untilAllStored(page)
  office.network.setReachable(false)
  await inquiryRow(page, subject).getByRole('button', { name: /상세/ }).click()
  const panel = page.getByRole('region', { name: /문의 상세/ })
  const answer = panel.getByRole('link', { name: '메일로 답하기' })
  await expect(answer).toHaveAttribute(
    'href',
    new RegExp(`^mailto:danbi@example.com\\?subject=${encodeURIComponent(`Re: ${subject}`)}&`),
  )
  await panel.getByRole('button', { name: '완료로 변경' }).click()
  await expect(inquiryRow(page, subject)).toContainText('완료')
  await expect(inquiryRow(page, subject)).toContainText('전송 대기')
  expect(await inquiriesAbout(colleague, subject)).toMatchObject([{ state: 'new' }])
  office.network.setReachable(true)
  await expect.poll(() => inquiriesAbout(colleague, subject), { timeout: 60_000 }).toMatchObject([{ state: 'done' }])

  const sent = await fetch(`${office.origin}/api/contact/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ name: '<b>굵은이름</b>', email: 'bold@example.com', subject: '본점 <script>', message: '<img src=x>' },
      ...{ consent: true, consented_at: new Date().toISOString() },
    }),
  })
  expect(sent.status).toBe(201)
  // Rows never move under the cursor: what came in shows when it is asked for.
  await page.getByRole('button', { name: /새 기록 1건/ }).click({ timeout: 60_000 })
  await expect(inquiryRow(page, '본점 <script>')).toContainText('<b>굵은이름</b>')
})

test('a superuser destroys an inquiry on request, and it leaves the inbox', async ({
  office,
  colleague,
  calmPage: page,
}) => {
  const subject = '토지수용 보상금 공탁'
  await startSession(page, office, 'superuser')
  await openInbox(page, office.url)
  await inquiryRow(page, subject).getByRole('button', { name: /상세/ }).click()
  const panel = page.getByRole('region', { name: /문의 상세/ })
  await panel.getByRole('tab', { name: '파기' }).click()
  await panel.getByRole('button', { name: '파기' }).click()
  await page.getByRole('dialog', { name: '이 문의를 파기하시겠습니까?' }).getByRole('button', { name: '파기' }).click()
  await expect(panel).toHaveCount(0)
  await expect(inquiryRow(page, subject)).toHaveCount(0)
  expect(await inquiriesAbout(colleague, subject)).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  // The story is the table's; cards have their own (phone.spec.ts).
  test.beforeEach(async ({ staffPage }) => preferTables(staffPage))

  test('the inbox fits and one inquiry lies over it', async ({ office, staffPage: page }) => {
    await openInbox(page, office.url)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const field = await page.getByRole('searchbox', { name: '검색' }).boundingBox()
    expect(field?.width).toBeGreaterThan(240)
    await inquiryRow(page, '근저당권 말소').getByRole('button', { name: /상세/ }).click()
    await expect(page.getByRole('region', { name: /문의 상세/ })).toBeInViewport({ ratio: 0.9 })
    await expectNoBarrier(page)
  })
})

test('an inquiry is read in full in its own window, and its note is written there', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const subject = '아파트 매매 소유권이전 비용 문의'
  await openInbox(page, office.url)
  await inquiryRow(page, subject).getByRole('button', { name: /상세/ }).click()
  const opening = page.waitForEvent('popup')
  await page
    .getByRole('region', { name: /문의 상세/ })
    .getByRole('button', { name: '새 창으로 열기' })
    .click()
  const detail = await opening
  await expect(detail.getByText(/부부 공동명의로 하려고 합니다/)).toBeVisible()
  await expectNoBarrier(detail)
  await detail.getByLabel('메모').fill('창에서 적은 메모')
  await detail.getByRole('button', { name: '저장' }).click()
  await expect.poll(async () => (await inquiriesAbout(colleague, subject))[0]?.note).toBe('창에서 적은 메모')
  await detail.close()
})
