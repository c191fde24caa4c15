import { readFileSync } from 'node:fs'
import XLSX from '@e965/xlsx'
import type { Download, Locator } from '@playwright/test'
import { caseBookSheet } from '#domain/sheets/book-sheets.ts'
import { expectOwners, findCaseRow, openCaseBook } from '../support/case-book.ts'
import { pressExport } from '../support/export-reason.ts'
import { goOffline, waitUntilCopied } from '../support/go-offline.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { buildWorkbook } from '../support/sheet-of.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('exports the same file online and offline, and importing it writes valid rows only @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '오가는', 3)
  await openCaseBook(page, office.url, '?search=오가는&sort=-owner')
  await waitUntilCopied(page)
  const [server] = await Promise.all([page.waitForEvent('download'), pressExport(page)])
  await expect(page.getByText('엑셀 파일이 다운로드되었습니다.')).toBeVisible()
  const fromServer = await readCells(server)
  expect(server.suggestedFilename().normalize('NFC')).toMatch(/^등기사건부_\d{4}-\d\d-\d\d\.xlsx$/)
  expect(fromServer[0]).toEqual(caseBookSheet.columns.map((column) => column.header))
  expect(listValuesUnder(fromServer, '소유자')).toEqual(['오가는3', '오가는2', '오가는1'])
  expect(listValuesUnder(fromServer, '보수료')).toEqual([100_000, 100_000, 100_000, 300_000])

  await goOffline(page, office)
  const [device] = await Promise.all([page.waitForEvent('download'), pressExport(page)])
  expect(device.suggestedFilename()).toBe(server.suggestedFilename())
  const cells = await readCells(device)
  expect(cells).toEqual(fromServer)

  await page.getByRole('button', { name: '엑셀 가져오기' }).click()
  const dialog = page.getByRole('dialog', { name: '엑셀 가져오기' })
  const sheet = changeSheet(cells)
  await choose(dialog, sheet)
  await expect(dialog.getByRole('alert')).toContainText(/연결|네트워크|오프라인/)
  office.network.setReachable(true)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  await choose(dialog, sheet)
  await expect(dialog.getByRole('definition')).toHaveText(['0', '2', '0', '1'])
  const differences = dialog.getByRole('region', { name: '바뀐 셀' })
  await expect(differences.getByRole('row', { name: /오가는1 보수료 100,000 380,000/ })).toBeVisible()
  await expect(differences.getByRole('row', { name: /오가는1 부가세 10,000 38,000/ })).toBeVisible()
  await expect(dialog.getByRole('region', { name: '행별 오류' })).toContainText('많이')
  await dialog.getByRole('button', { name: '변경된 행만 반영' }).click()
  await expect(page.getByText('엑셀 데이터가 성공적으로 입력되었습니다.')).toBeVisible()
  const listFees = async () =>
    (await listOwnCases(colleague, '오가는')).map((record) => [record.owner, record.fees, record.fees_vat])
  await expect.poll(listFees).toContainEqual(['오가는1', 380_000, 38_000])
  await expect(findCaseRow(page, '오가는1')).toContainText('380,000')
  await page.getByRole('button', { name: /^실행 취소: 엑셀 가져오기 \(2건\)/ }).click()
  await expect.poll(listFees, { timeout: 60_000 }).toContainEqual(['오가는1', 100_000, 10_000])
})

test('an import lists invalid rows and writes only valid ones, and undo and redo treat it as one step', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await page.goto(`${office.url}/services/real-estate?tab=table&search=가져온사람`)
  await page.getByRole('button', { name: '엑셀 가져오기' }).click()
  const dialog = page.getByRole('dialog')
  const sheet = buildWorkbook([
    ['사업구간(그룹)', '소유자', '보수료', '등기접수일'],
    ['누리천 정비 2차', '가져온사람1', 150_000, '2026-11-20'],
    ['누리천 정비 2차', '가져온사람2', '많이', '2026-02-30'],
    ['누리천 정비 2차', '가져온사람3', 200_000, '2026-11-19'],
  ])
  await choose(dialog, sheet)
  await expect(dialog.getByText('전체 3건 중 2건을 가져올 수 있습니다.')).toBeVisible()
  await expect(dialog.getByRole('region', { name: '행별 오류' }).getByRole('row')).toHaveCount(3)
  await expect(dialog.getByRole('region', { name: '미리보기' })).toContainText('150,000')
  expect(await listOwnCases(colleague, '가져온사람')).toHaveLength(0)
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
  const readValues = async () =>
    (await listOwnCases(colleague, '가져온사람')).map(({ id, owner, fees, fees_vat }) => [id, owner, fees, fees_vat])
  const imported = await readValues()
  expect(new Set(imported.map(([, , , tax]) => tax))).toEqual(new Set([15_000, 20_000]))
  const result = page.getByRole('region', { name: '가져오기 결과' })
  await expect(result).toContainText('2건 가져옴')
  await page.reload()
  await result.getByRole('button', { name: '가져온 사건 보기' }).click()
  await expectOwners(page, ['가져온사람1', '가져온사람3'])
  await expect(page.getByRole('button', { name: '가져온 자료만 필터 지우기' })).toBeVisible()
  await result.getByRole('button', { name: '되돌리기' }).click()
  await expect.poll(readValues).toEqual([])
  await expect(result).toBeHidden()
  await page.getByRole('button', { name: /^다시 실행: 엑셀 가져오기/ }).click()
  await expect.poll(readValues).toEqual(imported)
})

/** A sheet with two changed values and an invalid amount. */
function changeSheet(cells: Cells): Buffer {
  const lines = cells.map((line) => Array.from(line, (cell) => cell ?? ''))
  const findColumn = (title: string) => cells[0]?.indexOf(title) ?? -1
  const change = (owner: string, title: string, value: string) => {
    const line = lines.find((candidate) => candidate[findColumn('소유자')] === owner)
    line?.splice(findColumn(title), 1, value)
  }
  change('오가는1', '보수료', '38만')
  change('오가는2', '등기목적', '말소')
  change('오가는3', '보수료', '많이')
  return buildWorkbook(lines)
}

async function choose(dialog: Locator, buffer: Buffer): Promise<void> {
  const file = { name: '사건부.xlsx', buffer, mimeType: 'application/octet-stream' }
  await dialog.getByLabel('엑셀 파일', { exact: true }).setInputFiles(file)
}

type Cells = (string | number | undefined)[][]

async function readCells(download: Download): Promise<Cells> {
  const workbook = XLSX.read(readFileSync(await download.path()), { type: 'buffer' })
  const sheet = workbook.Sheets[workbook.SheetNames[0] ?? '']
  return XLSX.utils.sheet_to_json(sheet ?? {}, { header: 1, raw: true })
}

function listValuesUnder(cells: Cells, header: string): (string | number)[] {
  const at = cells[0]?.indexOf(header) ?? -1
  return cells.slice(1).flatMap((row) => row[at] ?? [])
}
