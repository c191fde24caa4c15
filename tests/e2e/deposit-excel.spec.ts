import { caseRow, depositsOf, openGrid } from './support/deposits.ts'
import { sheetType, workbookOf } from './support/sheet-of.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

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
