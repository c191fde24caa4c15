import XLSX from '@e965/xlsx'
import type { Locator, Page } from '@playwright/test'
import { goOffline } from '../support/go-offline.ts'
import { readSheet } from '../support/sheet-of.ts'
import { expect, test } from '../support/test.ts'

interface Trip {
  place: string
  cost: number | null
}

function tripRow(page: Page, place: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('gridcell', { name: place }) })
}

test('a trip is created and corrected offline and deleted, and sheets go out and come in @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const trips = async () => (await colleague.get<{ results: Trip[] }>('/api/staff/business-trips/')).results
  await page.goto(`${office.url}/staff/business-trips`)
  await expect(page.getByRole('grid', { name: '출장 기록' })).toBeVisible()
  await goOffline(page, office)

  await page.getByRole('button', { name: '출장 추가' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: /^행선지/ }).fill('가온등기소')
  await form.getByRole('textbox', { name: /^교통비/ }).fill('12000')
  await form.getByRole('button', { name: '저장' }).click()
  await expect(tripRow(page, '가온등기소')).toContainText('12,000')
  await tripRow(page, '가온등기소').getByRole('gridcell', { name: '12,000' }).dblclick()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('15000')
  await page.keyboard.press('Enter')
  await expect(tripRow(page, '가온등기소')).toContainText('15,000')
  expect(await trips()).toEqual([])
  office.network.setReachable(true)
  await expect.poll(trips, { timeout: 60_000 }).toMatchObject([{ place: '가온등기소', cost: 15_000 }])

  await page.getByRole('button', { name: /^실행 취소/ }).click()
  await expect.poll(trips, { timeout: 60_000 }).toMatchObject([{ place: '가온등기소', cost: 12_000 }])
  await tripRow(page, '가온등기소').getByRole('button', { name: /상세/ }).click()
  await page.getByRole('tab', { name: '변경 이력' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('교통비')

  const [out] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '엑셀 내보내기' }).click(),
  ])
  expect((await readSheet(out))[1]).toContain('가온등기소')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '엑셀 가져오기' }).click()
  const dialog = page.getByRole('dialog')
  const sheet = XLSX.utils.aoa_to_sheet([
    ['방문지', '비용'],
    ['솔빛등기소', 8000],
  ])
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, sheet, '출장')
  await dialog.getByLabel('엑셀 파일', { exact: true }).setInputFiles({
    name: '출장.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer,
  })
  await dialog.getByRole('button', { name: /1건.*가져오기/ }).click()
  await expect(tripRow(page, '솔빛등기소')).toContainText('8,000')

  await tripRow(page, '솔빛등기소').getByRole('button', { name: '삭제' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click()
  await expect.poll(trips, { timeout: 60_000 }).toMatchObject([{ place: '가온등기소' }])
})
