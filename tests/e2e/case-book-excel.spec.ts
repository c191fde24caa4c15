import type { Download } from '@playwright/test'
import { readFileSync } from 'node:fs'
import XLSX from '@e965/xlsx'
import { caseBookSheet } from '#domain/case-book-sheet.ts'
import { expectOwners, openCaseBook, rowOf } from './support/case-book.ts'
import { goOffline } from './support/go-offline.ts'
import { casesOf, makeCases } from './support/own-cases.ts'
import { workbookOf } from './support/sheet-of.ts'
import { expect, test } from './support/test.ts'
import { pressExport } from './support/take-out.ts'

test.use({ isDeviceKept: true })

test('the Excel file is the same from the server and, without a network, from this device @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '엑셀출력', 3)
  await openCaseBook(page, office.url, '?search=엑셀출력')
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const [server] = await Promise.all([page.waitForEvent('download'), pressExport(page)])
  await expect(page.getByText('엑셀 파일이 다운로드되었습니다.')).toBeVisible()
  const fromServer = await cellsOf(server)
  expect(server.suggestedFilename()).toMatch(/^case-book_\d{4}-\d\d-\d\d\.xlsx$/)
  expect(fromServer[0]).toEqual(caseBookSheet.columns.map((column) => column.header))
  expect(valuesUnder(fromServer, '소유자')).toEqual(['엑셀출력1', '엑셀출력2', '엑셀출력3'])
  expect(valuesUnder(fromServer, '보수료')).toEqual([100_000, 100_000, 100_000, 300_000])

  await goOffline(page, office)
  const [device] = await Promise.all([page.waitForEvent('download'), pressExport(page)])
  const fromDevice = await cellsOf(device)
  expect(device.suggestedFilename()).toBe(server.suggestedFilename())
  expect(byOwner(fromDevice)).toEqual(byOwner(fromServer))

  await page.getByRole('button', { name: '엑셀 가져오기' }).click()
  const dialog = page.getByRole('dialog')
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '양식 다운로드' }).click(),
  ])
  expect(template.suggestedFilename()).toMatch(/_template\.xlsx$/)
  const [titles, ...lines] = await cellsOf(template)
  expect(titles?.[0]).toMatch(/사업구간.* \*$/)
  expect(lines).toEqual([])
  const sheet = workbookOf([
    ['사업구간(그룹)', '소유자'],
    ['누리천 정비 2차', '엑셀출력못함'],
  ])
  await dialog.getByLabel('엑셀 파일', { exact: true }).setInputFiles(fileOf('사건.xlsx', sheet))
  await expect(dialog.getByRole('alert')).toContainText(/연결|네트워크|오프라인/)
  await dialog.getByRole('button', { name: '취소' }).click()
  await expect(rowOf(page, '엑셀출력못함')).toHaveCount(0)
})

test('an import shows every wrong row before it writes, and then takes the good rows only', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await page.goto(`${office.url}/services/real-estate?tab=table&search=가져온사람`)
  await page.getByRole('button', { name: '엑셀 가져오기' }).click()
  const dialog = page.getByRole('dialog')
  const files = dialog.getByLabel('엑셀 파일', { exact: true })

  await files.setInputFiles(fileOf('메모.txt', Buffer.from('안녕하세요')))
  await expect(dialog.getByRole('alert')).toContainText(/xlsx/)
  await files.setInputFiles(fileOf('가짜.xlsx', Buffer.from('이것은 통합 문서가 아닙니다')))
  await expect(dialog.getByRole('alert')).toContainText(/엑셀/)

  const sheet = workbookOf([
    ['사업구간(그룹)', '소유자', '보수료', '등기접수일'],
    ['누리천 정비 2차', '가져온사람1', 150_000, '2026-11-20'],
    ['누리천 정비 2차', '가져온사람2', '많이', '2026-02-30'],
    ['누리천 정비 2차', '가져온사람3', 200_000, '2026-11-19'],
  ])
  await files.setInputFiles(fileOf('사건.xlsx', sheet))
  await expect(dialog.getByText('전체 3건 중 2건을 가져올 수 있습니다.')).toBeVisible()
  await expect(dialog.getByRole('table').getByRole('row')).toHaveCount(3)
  expect(await casesOf(colleague, '가져온사람')).toHaveLength(0)
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '오류 목록 다운로드' }).click(),
  ])
  const list = readFileSync(await errors.path(), 'utf8')
  expect(list).toMatch(/^\uFEFF/)
  expect(list).toContain('많이')

  await dialog.getByRole('button', { name: '오류 없는 2건만 가져오기' }).click()
  await expect(page.getByText('엑셀 데이터가 성공적으로 입력되었습니다.')).toBeVisible()
  await expectOwners(page, ['가져온사람1', '가져온사람3'])
  expect(new Set((await casesOf(colleague, '가져온사람')).map((one) => one.fees_vat))).toEqual(
    new Set([15_000, 20_000]),
  )
})

test('a sheet that was taken out and changed shows each difference, writes the changed rows alone, and goes back as one step @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '오가는', 3)
  await openCaseBook(page, office.url, '?search=오가는')
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  await goOffline(page, office)
  const [download] = await Promise.all([page.waitForEvent('download'), pressExport(page)])
  office.network.setReachable(true)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const cells = await cellsOf(download)
  const [header = []] = cells
  const at = (title: string) => header.indexOf(title)
  const lineOf = (owner: string) => cells.find((line) => line[at('소유자')] === owner) ?? []
  lineOf('오가는1')[at('보수료')] = '38만'
  lineOf('오가는2')[at('등기목적')] = '말소'
  lineOf('오가는3')[at('보수료')] = '많이'

  await page.getByRole('button', { name: '엑셀 가져오기' }).click()
  const dialog = page.getByRole('dialog', { name: '엑셀 가져오기' })
  const file = fileOf('사건부.xlsx', workbookOf(cells.map((line) => Array.from(line, (cell) => cell ?? ''))))
  await dialog.getByLabel('엑셀 파일', { exact: true }).setInputFiles(file)
  const counts = dialog.getByRole('definition')
  await expect(counts).toHaveText(['0', '2', '0', '1'])
  const differences = dialog.getByRole('region', { name: '바뀐 셀' })
  await expect(differences.getByRole('row', { name: /오가는1 보수료 100,000 380,000/ })).toBeVisible()
  await expect(differences.getByRole('row', { name: /오가는1 부가세 10,000 38,000/ })).toBeVisible()
  await expect(dialog.getByRole('region', { name: '행별 오류' })).toContainText('많이')
  await dialog.getByRole('button', { name: '변경된 행만 반영' }).click()
  await expect(page.getByText('엑셀 데이터가 성공적으로 입력되었습니다.')).toBeVisible()
  const feesOf = async () => (await casesOf(colleague, '오가는')).map((one) => [one.owner, one.fees, one.fees_vat])
  await expect.poll(feesOf).toContainEqual(['오가는1', 380_000, 38_000])
  await expect(rowOf(page, '오가는1')).toContainText('380,000')

  await page.getByRole('button', { name: /^실행 취소: 엑셀 가져오기 \(2건\)/ }).click()
  await expect.poll(feesOf, { timeout: 60_000 }).toContainEqual(['오가는1', 100_000, 10_000])
})

type Cells = (string | number | undefined)[][]

async function cellsOf(download: Download): Promise<Cells> {
  const workbook = XLSX.read(readFileSync(await download.path()), { type: 'buffer' })
  const sheet = workbook.Sheets[workbook.SheetNames[0] ?? '']
  return XLSX.utils.sheet_to_json(sheet ?? {}, { header: 1, raw: true })
}

function valuesUnder(cells: Cells, header: string): (string | number)[] {
  const at = cells[0]?.indexOf(header) ?? -1
  const values = cells.slice(1).flatMap((row) => row[at] ?? [])
  return values.toSorted((a, b) => String(a).localeCompare(String(b)))
}

/** Rows of entries made in the same instant have no order of their own. */
function byOwner(cells: Cells): Cells {
  const owner = cells[0]?.indexOf('소유자') ?? -1
  return cells.toSorted((a, b) => String(a[owner]).localeCompare(String(b[owner])))
}

function fileOf(name: string, buffer: Buffer) {
  return { name, buffer, mimeType: 'application/octet-stream' }
}
