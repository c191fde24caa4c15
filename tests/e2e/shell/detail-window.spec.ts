import type { Page } from '@playwright/test'
import { findCaseRow, findCell, openCaseBook } from '../support/case-book.ts'
import { waitUntilAllStored } from '../support/go-offline.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('edits a record next to its table and in its own window, which also opens offline @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '상세창')
  await openCaseBook(page, office.url, '?search=상세창')
  await findCaseRow(page, '상세창1').getByRole('button', { name: '상세' }).click()
  const panel = page.getByRole('region', { name: '사건부 상세: 상세창1' })
  await panel.getByRole('tab', { name: '비용' }).click()
  await panel.getByLabel('보수료').fill('300000')
  await panel.getByRole('button', { name: '저장' }).click()
  await expect.poll(() => listOwnCases(colleague, '상세창')).toMatchObject([{ fees: 300_000, fees_vat: 30_000 }])

  const detail = await popUp(page, () => panel.getByRole('button', { name: '새 창으로 열기' }).click())
  await expect(detail.getByRole('heading', { level: 1, name: '상세창1' })).toBeVisible()
  await detail.getByLabel('등기예정일').fill('2026-02-30')
  await detail.getByRole('button', { name: '저장' }).click()
  await expect(detail.getByText('2026년 2월에는 30일이 없습니다.')).toBeVisible()
  await detail.getByRole('button', { name: '취소' }).click()
  await expect(detail.getByLabel('등기예정일')).toHaveValue('')
  await detail.getByLabel('보수료').fill('250000')
  await expect(detail.getByLabel('부가세')).toHaveValue('25,000')
  await detail.getByRole('button', { name: '저장' }).click()
  await expect(detail.getByText('수정 성공 (상세창1)')).toBeVisible()
  await expect(findCell(findCaseRow(page, '상세창1'), '보수료')).toHaveText('250,000')
  await expect.poll(() => listOwnCases(colleague, '상세창')).toMatchObject([{ fees: 250_000, fees_vat: 25_000 }])
  const closed = detail.waitForEvent('close')
  // The window may close before the click is confirmed.
  await detail
    .getByRole('button', { name: '닫기', exact: true })
    .click()
    .catch(() => undefined)
  await closed

  await page.evaluate(() => {
    window.open = () => null
  })
  await findCaseRow(page, '상세창1').getByRole('button', { name: '새 창으로 열기' }).click()
  await expect(page.getByText('팝업 차단을 해제해 주세요.')).toBeVisible()

  await waitUntilAllStored(page)
  office.network.setReachable(false)
  await page.goto(`${office.url}/popup/real-estate/${made?.id}`)
  await expect(page.getByRole('heading', { level: 1, name: '상세창1' })).toBeVisible()
  await page.getByRole('combobox', { name: '등기목적' }).fill('상속')
  await page.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText('저장됨(전송 대기)')).toBeVisible()
  office.network.setReachable(true)
  await page.evaluate(() => {
    window.dispatchEvent(new Event('online'))
  })
  await expect.poll(async () => (await listOwnCases(colleague, '상세창'))[0]?.purpose, { timeout: 60_000 }).toBe('상속')
  await page.goto(`${office.url}/popup/real-estate/0198c0de-0000-7000-8000-00000000dead`)
  await expect(page.getByRole('heading', { name: '사건을 찾을 수 없습니다' })).toBeVisible()
})

async function popUp(page: Page, press: () => Promise<void>): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await press()
  return opening
}
