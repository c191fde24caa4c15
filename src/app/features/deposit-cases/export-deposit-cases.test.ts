import { expect, test } from 'vitest'
import { depositSheet } from '#domain/sheets/book-sheets.ts'
import { createPlainRow } from '#tests/support/books/array-row-source.ts'
import { makeDepositCase } from '#tests/support/books/mirror-fixtures.ts'
import { depositSearch } from './deposit-search.ts'
import { createDepositExport } from './export-deposit-cases.ts'

const top = { start: () => 0, settle: () => undefined, restart: () => undefined }

function buildRequest(params: Record<string, unknown>) {
  const search = depositSearch.schema.parse(params)
  return createDepositExport({
    recordSearch: depositSearch,
    state: { search, change: () => undefined, row: top },
    query: depositSearch.query(search),
  })
}

test("writes the register on a device with the columns, rows and file name of the server's", () => {
  const { collection, sheet, fileName, fromServer } = buildRequest({ search: '등록부' })
  expect(collection).toBe('deposit-cases')
  expect(fileName).toMatch(/^공탁사건부_\d{4}-\d\d-\d\d\.xlsx$/)
  expect(fromServer).toEqual({ path: '/api/mysql/deposition/export_excel', params: { search: '등록부' } })
  expect(sheet.columns).toBe(depositSheet.columns)
  const record = makeDepositCase(1, { fees: 100_000, fees_vat: 10_000, status: 'pending' })
  const line = sheet.toCells(createPlainRow(record))
  const readCell = (header: string) => line[sheet.columns.findIndex((column) => column.header === header)]
  expect([readCell('보수료'), readCell('부가세'), readCell('상태')]).toEqual([100_000, 10_000, '대기'])
  const total = sheet.total()
  for (const cells of [line, line]) total.add(cells)
  expect(total.row()?.[sheet.columns.findIndex(({ header }) => header === '보수료')]).toBe(200_000)
})
