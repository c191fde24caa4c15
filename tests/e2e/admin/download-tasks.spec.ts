import { readFile } from 'node:fs/promises'
import * as XLSX from '@e965/xlsx'
import type { Download, Page } from '@playwright/test'
import { openCaseBook } from '../support/case-book.ts'
import { exportTerms } from '../support/export-reason.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

const panel = (page: Page) => page.getByRole('dialog', { name: '다운로드 작업' })
const tasks = (page: Page) => panel(page).getByRole('article')

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: '다운로드 작업' }).click()
  await expect(panel(page)).toBeVisible()
}

async function startExport(page: Page): Promise<void> {
  const name = '사건부 전체 내보내기'
  await exportTerms(page, panel(page).getByRole('button', { name }), name)
}

async function countRows(download: Download): Promise<number> {
  const book = XLSX.read(await readFile(await download.path()))
  const sheet = book.Sheets['사건부']
  if (!sheet) throw new Error('no sheet 사건부')
  return XLSX.utils.sheet_to_json(sheet).length
}

test('exports the whole case book in the background and downloads the file when it is ready @two-processes', async ({
  office,
  staffPage: page,
}) => {
  await openCaseBook(page, office.url)
  await openPanel(page)
  await expect(panel(page).getByText('다운로드 작업이 없습니다.')).toBeVisible()
  const arriving = page.waitForEvent('download')
  await startExport(page)
  await expect(page.getByText(/^엑셀 내보내기를 시작했습니다/)).toBeVisible()
  const download = await arriving
  // Checked before reading the file, which on a busy machine takes longer than a toast stays.
  await expect(page.getByText('엑셀 파일이 다운로드되었습니다.')).toBeVisible()
  expect(download.suggestedFilename().normalize('NFC')).toMatch(/^등기사건부_\d{4}-\d\d-\d\d\.xlsx$/)
  expect(await countRows(download)).toBeGreaterThan(10)
  const task = tasks(page)
  await expect(task).toContainText('완료')
  await expect(task).toContainText('파일 크기')

  await page.reload()
  await openPanel(page)
  const secondDownload = page.waitForEvent('download')
  await task.getByRole('button', { name: '파일 받기' }).click()
  expect(await countRows(await secondDownload)).toBe(await countRows(download))
  await panel(page).getByRole('button', { name: '사건부 전체 엑셀 삭제' }).click()
  await expect(panel(page).getByText('다운로드 작업이 없습니다.')).toBeVisible()
})
