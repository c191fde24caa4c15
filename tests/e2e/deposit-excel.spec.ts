import type { Page } from '@playwright/test'
import { depositSheet } from '#domain/deposit-case-sheet.ts'
import { caseRow, depositsOf, makeDeposits, openGrid } from './support/deposits.ts'
import { goOffline } from './support/go-offline.ts'
import { sheetOf, sheetType, workbookOf } from './support/sheet-of.ts'
import { expect, test } from './support/test.ts'
import { pressExport } from './support/take-out.ts'

test.use({ isDeviceKept: true })

test('the register is the same file from the server and, without a network, from this device @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeDeposits(colleague, '등록부', 3)
  await openGrid(page, office.url, '?search=등록부')
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const fromServer = await exported(page)
  expect(fromServer.name).toMatch(/^deposit-case-register_\d{4}-\d\d-\d\d\.xlsx$/)
  const [headers, ...lines] = fromServer.cells
  expect(headers).toEqual(depositSheet.columns.map(({ header }) => header))
  expect(lines.map((line) => line[headers?.indexOf('보수료') ?? -1])).toEqual([100_000, 100_000, 100_000, 300_000])
  expect(lines[0]?.[headers?.indexOf('상태') ?? -1]).toBe('대기')

  await goOffline(page, office)
  const fromDevice = await exported(page)
  expect(fromDevice.name).toBe(fromServer.name)
  expect(sorted(fromDevice.cells)).toEqual(sorted(fromServer.cells))
  await page.getByRole('button', { name: '엑셀 가져오기' }).click()
  await expect(page.getByRole('dialog', { name: '엑셀 가져오기' })).toContainText(
    '엑셀 가져오기는 인터넷에 연결되어야 할 수 있습니다.',
  )
})

test('cases come in from Excel, the wrong rows named, and go again in one step', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await openGrid(page, office.url, '?search=들여온')
  await page.getByRole('button', { name: '엑셀 가져오기' }).click()
  const dialog = page.getByRole('dialog', { name: '엑셀 가져오기' })
  const buffer = workbookOf([
    ['사업구간', '담당자', '소유자', '부동산의 표시', '등기목적', '의뢰번호', '보수료', '등기접수일'],
    ['들여온 구간', '한도담', '들여온1', '가온시 솔빛동 1', '공탁', '00012', 150_000, '2026-11-20'],
    ['들여온 구간', '한도담', '', '가온시 솔빛동 2', '공탁', '', 150_000, '2026-11-20'],
    ['들여온 구간', '한도담', '들여온3', '가온시 솔빛동 3', '공탁', '', 200_000, '2026-11-19'],
  ])
  await dialog
    .getByLabel('엑셀 파일', { exact: true })
    .setInputFiles({ name: '공탁.xlsx', mimeType: sheetType, buffer })
  await expect(dialog.getByText('전체 3건 중 2건을 가져올 수 있습니다.')).toBeVisible()
  await dialog.getByRole('button', { name: '오류 없는 2건만 가져오기' }).click()
  await expect(page.getByText('엑셀 데이터가 성공적으로 입력되었습니다.')).toBeVisible()
  await expect(caseRow(page, '들여온1')).toBeVisible()
  await expect(caseRow(page, '들여온3')).toBeVisible()
  await expect
    .poll(async () =>
      (await depositsOf(colleague, '들여온')).toSorted((a, b) => (a.owner_name < b.owner_name ? -1 : 1)),
    )
    .toMatchObject([
      { owner_name: '들여온1', request_number: '00012', fees_vat: 15_000 },
      { owner_name: '들여온3', fees_vat: 20_000 },
    ])
  await page.getByRole('button', { name: /^실행 취소: 엑셀 가져오기/ }).click()
  await expect.poll(async () => (await depositsOf(colleague, '들여온')).length, { timeout: 60_000 }).toBe(0)
})

async function exported(page: Page): Promise<{ name: string; cells: unknown[][] }> {
  const [download] = await Promise.all([page.waitForEvent('download'), pressExport(page)])
  return { name: download.suggestedFilename(), cells: await sheetOf(download) }
}

/** The two orders differ only among cases of one day. */
function sorted(cells: unknown[][]): string[] {
  return cells.map((line) => JSON.stringify(line)).toSorted()
}
