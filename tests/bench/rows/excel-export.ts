import XLSX from 'sheetjs-style'
import type { RealEstateRecord } from '#contract/books/real-estate.ts'
import { rowsPageSchema } from '#contract/sync/sync.ts'
import { caseBookSheet } from '#domain/sheets/book-sheets.ts'
import { sheetNumberFormats } from '#domain/sheets/record-sheet.ts'
import { listPageRecords } from '../../support/books/page-records.ts'
import type { BenchOffice } from '../bench-office.ts'
import { type BenchRow, compareRow } from '../bench-row.ts'

/**
 * Excel export of the whole book by the server, compared with sheetjs-style writing the same sheet
 * from rows already in memory.
 */
export async function benchExcelExport({ office }: { office: BenchOffice }): Promise<BenchRow[]> {
  const { access_token: token } = await office.signIn()
  const headers = { authorization: `Bearer ${token}` }
  const records = await readAllRecords(office, headers)
  const ours = await timeExport(office)
  return [
    compareRow({
      name: `Excel export of ${records.length} rows`,
      unit: 'ms',
      ours,
      peer: timeSheetjs(records),
      peerName: 'sheetjs-style, rows in memory',
      goal: '≤ 1/3 of sheetjs-style',
      atMost: 1 / 3,
    }),
  ]
}

/** Ms until the whole sheet of the case book has arrived. */
export async function timeExport(office: BenchOffice): Promise<number> {
  const { access_token: token } = await office.signIn()
  const start = performance.now()
  const response = await fetch(`${office.url}/api/mysql/realestate/export_excel`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(`the export answered ${response.status}`)
  await response.arrayBuffer()
  return performance.now() - start
}

async function readAllRecords(office: BenchOffice, headers: Record<string, string>): Promise<RealEstateRecord[]> {
  const records: RealEstateRecord[] = []
  let after: string | null = ''
  while (after !== null) {
    const query = new URLSearchParams({ limit: '5000', ...(after === '' ? {} : { after }) })
    const response = await fetch(`${office.url}/api/sync/real-estate/rows?${query}`, { headers })
    const page = rowsPageSchema.parse(await response.json())
    records.push(...(listPageRecords(page) as unknown as RealEstateRecord[]))
    after = page.next
  }
  return records
}

function timeSheetjs(records: readonly RealEstateRecord[]): number {
  const start = performance.now()
  const sheet: XLSX.WorkSheet = {}
  for (const [row, record] of records.entries()) {
    for (const [at, value] of caseBookSheet.toCells({ record, group: undefined }).entries()) {
      if (value === null) continue
      const numFmt = sheetNumberFormats[caseBookSheet.columns[at]?.kind ?? 'text']
      sheet[XLSX.utils.encode_cell({ r: row, c: at })] = {
        t: typeof value === 'number' ? 'n' : 's',
        v: value,
        s: { numFmt },
      }
    }
  }
  sheet['!ref'] = XLSX.utils.encode_range({
    s: { r: 0, c: 0 },
    e: { r: records.length, c: caseBookSheet.columns.length - 1 },
  })
  const workbook = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(workbook, sheet, 'sheet')
  XLSX.write(workbook, { type: 'buffer', bookType: 'xlsx', compression: true })
  return performance.now() - start
}
