import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { readPdf } from '../../support/documents/read-pdf.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { makeReadyUnits, searchUnits } from '../support/applications.ts'
import { goOffline } from '../support/go-offline.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

const dialog = (page: Page) => page.getByRole('dialog', { name: '신청서 다운로드' })

async function choose(page: Page, count: number): Promise<void> {
  for (let row = 0; row < count; row += 1)
    await page.locator(`[data-rowhead][data-row="${row}"]`).getByRole('checkbox').click()
  await page.getByRole('button', { name: `신청서 다운로드 (${count})` }).click()
}

async function readPages(download: Download): Promise<string[]> {
  const { pages } = await readPdf(new Uint8Array(await readFile(await download.path())))
  return pages.map(({ text }) => text)
}

test('names what each unit lacks, and downloads both applications in one file', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeReadyUnits(colleague, '다운로드둘', 2)
  await searchUnits(page, office.url, '다운로드둘')
  await page.getByRole('button', { name: '신청서 다운로드' }).first().click()
  await expect(page.getByText('다운로드할 부동산을 선택해주세요.')).toBeVisible()

  await choose(page, 2)
  await expect(dialog(page).getByText('확인할 항목이 있는 세대 2건')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  const unit = dialog(page).getByRole('listitem').filter({ hasText: '101동 101호' })
  await unit.getByText(/개 항목/).click()
  await expect(unit.getByText('등기의무자(매도인)를 입력해 주세요.')).toBeVisible()
  await expect(unit.getByRole('link', { name: '다운로드둘 단지 101동 101호' })).toHaveAttribute(
    'href',
    /^\/popup\/real-estate-units\/[\da-f-]{36}$/,
  )
  await dialog(page).getByLabel('비용내역서').check()
  const arriving = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: '다운로드', exact: true }).click()
  const download = await arriving
  expect(download.suggestedFilename()).toMatch(/^등기신청서_2건_\d{8}\.pdf$/)
  await expect(page.getByText('2건의 신청서가 다운로드되었습니다.')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  const pages = await readPages(download)
  expect(pages).toHaveLength(8)
  expect(pages.filter((text) => text.includes('900101-1000002'))).toHaveLength(2)
  expect(pages.filter((text) => text.includes('금오백'))).toHaveLength(0)
  expect(pages.filter((text) => text.replace(/\s/g, '').startsWith('비용내역서'))).toHaveLength(2)
})

test('explains offline why applications cannot be downloaded, and continues online @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeReadyUnits(colleague, '다운로드끊김', 1)
  await searchUnits(page, office.url, '다운로드끊김')
  await goOffline(page, office)
  await choose(page, 1)
  const reason = '신청서는 서버에서 만들므로 연결되어 있을 때 다운로드할 수 있습니다.'
  await expect(dialog(page).getByText(reason).first()).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: '다운로드', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  office.network.setReachable(true)
  await expect(dialog(page).getByText('확인할 항목이 있는 세대 1건')).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})

test('makes a large batch of applications in the background, and serves its file once', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  test.setTimeout(120_000)
  await makeReadyUnits(colleague, '다운로드많이', 51)
  await searchUnits(page, office.url, '다운로드많이')
  await page.getByRole('checkbox', { name: '이 화면의 행 모두 선택' }).click()
  await page.getByRole('button', { name: '검색 결과 51건 전체 선택' }).click()
  await page.getByRole('button', { name: '신청서 다운로드 (51)' }).click()
  const arriving = page.waitForEvent('download', { timeout: 60_000 })
  await dialog(page).getByRole('button', { name: '다운로드', exact: true }).click()
  await expect(page.getByText('신청서를 생성하고 있습니다...')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('51건의 신청서가 다운로드되었습니다.')).toBeVisible({ timeout: 60_000 })
  expect(await readPages(await arriving)).toHaveLength(51 * 3)
  await page.getByRole('button', { name: '다운로드 작업' }).click()
  const task = page.getByRole('dialog', { name: '다운로드 작업' }).getByRole('article')
  await expect(task).toContainText('51건')
  await task.getByRole('button', { name: '파일 받기' }).click()
  await expect(page.getByText(/다운로드 작업을 찾을 수 없습니다/).first()).toBeVisible()
})
