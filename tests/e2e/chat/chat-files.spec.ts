import * as XLSX from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import type { Office } from '../support/office-kinds.ts'
import { expect, test } from '../support/test.ts'

async function openChat(page: Page, office: Office) {
  await page.goto(`${office.url}/features`)
  const log = page.getByRole('log', { name: '대화' })
  await expect(log).toContainText('도우미입니다.')
  return { log, box: page.getByRole('textbox', { name: '질문' }), input: page.getByLabel('첨부할 파일') }
}

function buildSheet(rows: readonly (readonly (string | number)[])[]): Buffer {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), '청구')
  return Buffer.from(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}

test.use({ reusesDevice: true })

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

test('a visitor attaches a sheet and asks about it until it is removed; a broken one is refused', async ({
  office,
  newDevicePage: page,
}) => {
  const { log, box, input } = await openChat(page, office)
  await input.setInputFiles({ name: '깨짐.xlsx', mimeType: xlsx, buffer: Buffer.from('PK nothing') })
  await expect(page.getByRole('alert')).toContainText('오류: ')
  const fileChooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '첨부', exact: true }).click()
  const buffer = buildSheet([
    ['거래처', '금액', '주민등록번호'],
    ['가온건설', 1000, '900101-1234568'],
    ['누리개발', 2500, '920202-2345678'],
  ])
  await (await fileChooser).setFiles({ name: '청구서.xlsx', mimeType: xlsx, buffer })
  await expect(log).toContainText('‘청구서.xlsx’ 파일을 읽었습니다. 2행 3열입니다.')
  await expect(log.getByRole('table')).toContainText('누리개발')
  await expect(log).not.toContainText('900101')
  await expect(page.getByText('첨부: 청구서.xlsx', { exact: true })).toBeVisible()
  await expectAccessible(page, 'main')
  await box.fill('금액 합계는?')
  await box.press('Enter')
  await expect(log).toContainText('금액 합계 3,500입니다.')
  await page.getByRole('button', { name: '첨부 빼기' }).click()
  await expect(page.getByText('첨부: 청구서.xlsx', { exact: true })).toHaveCount(0)
  await box.fill('금액 합계는?')
  await box.press('Enter')
  await expect(log).toContainText('공개된 안내에서 답을 찾지 못했습니다.')
  await input.setInputFiles({ name: '그림.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await expect(page.getByRole('alert')).toContainText('.xlsx, .xls, .txt 파일만 첨부할 수 있습니다.')
})

test('staff open an attached sheet in the import that matches its columns', async ({ office, staffPage: page }) => {
  const { log, input } = await openChat(page, office)
  const buffer = buildSheet([
    ['사업구간', '담당자', '소유자', '부동산의 표시', '등기목적', '보수료'],
    ['채팅 공구', '강여울', '홍길동', '솔빛시 1', '소유권이전', 100_000],
  ])
  await input.setInputFiles({ name: '공탁.xlsx', mimeType: xlsx, buffer })
  await log
    .getByRole('list', { name: '가져오기' })
    .getByRole('link', { name: /공탁 사건/ })
    .click()
  const dialog = page.getByRole('dialog', { name: '엑셀 가져오기' })
  await dialog.getByRole('button', { name: '1건 가져오기' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('홍길동').first()).toBeVisible()
})
