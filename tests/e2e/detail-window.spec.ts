import type { Page } from '@playwright/test'
import { cellOf, openCaseBook, rowOf } from './support/case-book.ts'
import { untilAllStored } from './support/go-offline.ts'
import { casesOf, makeCases } from './support/own-cases.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

test('the detail window shows the entry, saves it, and the book behind it follows', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '상세창')
  await openCaseBook(page, office.url, '?search=상세창')
  const detail = await openDetail(page, '상세창1')
  await expect(detail.getByRole('heading', { level: 1, name: '상세창1' })).toBeVisible()
  await expect(detail.getByLabel('보수료')).toHaveValue('100,000')
  await detail.getByLabel('등기예정일').fill('2026-02-30')
  await detail.getByRole('button', { name: '저장' }).click()
  await expect(detail.getByText('날짜는 2026-01-31 형식으로 입력해 주세요.')).toBeVisible()
  await detail.getByRole('button', { name: '취소' }).click()
  await expect(detail.getByLabel('등기예정일')).toHaveValue('')
  await detail.getByLabel('보수료').fill('250000')
  await expect(detail.getByLabel('부가세')).toHaveValue('25,000')
  await detail.getByRole('button', { name: '저장' }).click()
  await expect(detail.getByText('수정 성공 (상세창1)')).toBeVisible()
  await expect(cellOf(rowOf(page, '상세창1'), '보수료')).toHaveText('250,000')
  await expect.poll(() => casesOf(colleague, '상세창')).toMatchObject([{ fees: 250_000, fees_vat: 25_000 }])
  const closed = detail.waitForEvent('close')
  // Its own press may close the window before the press is answered.
  await detail
    .getByRole('button', { name: '닫기', exact: true })
    .click()
    .catch(() => undefined)
  await closed
})

test('a record opens beside its table by the same button and key, and pops out of the panel and the row alike', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '곁상세')
  await openCaseBook(page, office.url, '?search=곁상세')
  await rowOf(page, '곁상세1').getByRole('button', { name: '상세' }).click()
  const panel = page.getByRole('region', { name: '사건부 상세: 곁상세1' })
  await panel.getByRole('tab', { name: '비용' }).click()
  await expect(panel.getByLabel('보수료')).toHaveValue('100,000')
  await panel.getByLabel('보수료').fill('300000')
  await panel.getByRole('button', { name: '저장' }).click()
  await expect.poll(() => casesOf(colleague, '곁상세')).toMatchObject([{ fees: 300_000, fees_vat: 30_000 }])
  const pops: (() => Promise<void>)[] = [
    () => panel.getByRole('button', { name: '새 창으로 열기' }).click(),
    () => panel.getByLabel('보수료').press('Alt+Enter'),
    () =>
      rowOf(page, '곁상세1')
        .getByRole('button', { name: '상세' })
        .click({ modifiers: ['Control'] }),
    () => rowOf(page, '곁상세1').getByRole('button', { name: '상세' }).click({ button: 'middle' }),
    () =>
      cellOf(rowOf(page, '곁상세1'), '소유자')
        .click()
        .then(() => page.keyboard.press('Alt+Enter')),
  ]
  for (const pop of pops) {
    const opening = page.waitForEvent('popup')
    await pop()
    const detail = await opening
    await expect(detail.getByRole('heading', { level: 1, name: '곁상세1' })).toBeVisible()
    await detail.close()
  }
  await panel.getByRole('button', { name: '상세 닫기' }).click()
  await expect(panel).toBeHidden()
  await cellOf(rowOf(page, '곁상세1'), '소유자').click()
  await page.keyboard.press('Space')
  await expect(panel).toBeVisible()
  await cellOf(rowOf(page, '곁상세1'), '소유자').click()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: '새 창으로 열기' })).toBeVisible()
})

test('a blocked detail window is said in words', async ({ office, staffPage: page }) => {
  await openCaseBook(page, office.url)
  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: '1행 새 창으로 열기', exact: true }).click()
  await expect(page.getByText('팝업 차단을 해제해 주세요.')).toBeVisible()
})

test('the detail window opens by its address, also without a network, and its save waits for the network @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '바로상세')
  await openCaseBook(page, office.url, '?search=바로상세')
  await untilAllStored(page)
  office.network.setReachable(false)
  await page.goto(`${office.url}/popup/real-estate/${made?.id}`)
  await expect(page.getByRole('heading', { level: 1, name: '바로상세1' })).toBeVisible()
  await page.getByLabel('등기목적').fill('상속')
  await page.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText('저장됨(전송 대기)')).toBeVisible()
  office.network.setReachable(true)
  await page.evaluate(() => {
    window.dispatchEvent(new Event('online'))
  })
  await expect.poll(async () => (await casesOf(colleague, '바로상세'))[0]?.purpose, { timeout: 60_000 }).toBe('상속')
  await page.goto(`${office.url}/popup/real-estate/0198c0de-0000-7000-8000-00000000dead`)
  await expect(page.getByRole('heading', { name: '사건을 찾을 수 없습니다' })).toBeVisible()
})

async function openDetail(page: Page, owner: string): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await rowOf(page, owner).getByRole('button', { name: '새 창으로 열기' }).click()
  return opening
}
