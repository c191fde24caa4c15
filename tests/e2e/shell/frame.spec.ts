import type { Page } from '@playwright/test'
import { openCaseBook } from '../support/case-book.ts'
import { endSession } from '../support/end-session.ts'
import { waitUntilCopied } from '../support/go-offline.ts'
import { makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('the detail window also reports an ended session and keeps typed text', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '창만료')
  await openCaseBook(page, office.url, '?search=창만료')
  const detail = await openFirstDetail(page)
  await detail.getByLabel('보수료').fill('120000')
  await endSession(detail)
  // Dispatches the event, because the page may learn of the ended session from the open stream
  // first, and its panel then covers the button.
  await detail.getByRole('button', { name: '저장', includeHidden: true }).dispatchEvent('click')
  await detail.getByRole('combobox', { name: '등기목적' }).fill('쓰던 목적')
  const panel = detail.getByRole('dialog', { name: '로그인이 만료되었습니다' })
  await panel.getByRole('button', { name: '나중에' }).click({ timeout: 60_000 })
  await expect(detail.getByText('로그인이 만료되어 전송이 멈춰 있습니다.')).toBeVisible()
  await expect(detail.getByRole('combobox', { name: '등기목적' })).toHaveValue('쓰던 목적')
  // The message is above the window's header and does not cover its buttons.
  await detail.getByRole('button', { name: '취소' }).click()
  await expect(detail.getByRole('combobox', { name: '등기목적' })).toHaveValue('소유권이전')
})

async function openFirstDetail(page: Page): Promise<Page> {
  // Waits until records have arrived, because they would move the row away from the mouse.
  await waitUntilCopied(page)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: '1행 새 창으로 열기', exact: true }).click()
  const detail = await opening
  await expect(detail.getByRole('heading', { level: 1 })).toBeVisible()
  return detail
}

test('hovering the link to the back office loads its screen but opens no copy of the records', async ({
  office,
  staffPage: page,
}) => {
  await page.goto(`${office.url}/`)
  const fetched = page.waitForResponse((response) => /staff-today-page/.test(response.url()))
  await page.getByRole('link', { name: '업무 화면' }).hover()
  await fetched
  await page.waitForTimeout(1000)
  expect(page.workers()).toHaveLength(0)
  await page.getByRole('link', { name: '업무 화면' }).click()
  await expect.poll(() => page.workers().length).toBe(1)
})
