import { Buffer } from 'node:buffer'
import * as XLSX from '@e965/xlsx'
import type { SignedIn } from '../servers/build-test-app.ts'

export type SheetValue = string | number | null
export type SheetLine = SheetValue[]

/** The export at this base path as lines, header first. */
export async function readExportedSheet(
  who: SignedIn,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<SheetLine[]> {
  const response = await who.inject({ method: 'GET', url: `${path}export_excel`, query })
  const book = XLSX.read(response.rawPayload, { type: 'buffer' })
  return XLSX.utils.sheet_to_json<SheetLine>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, {
    header: 1,
    raw: true,
    defval: null,
  })
}

/** Writes a cell in the line of that owner. */
export function writeCell(
  sheet: SheetLine[],
  [owner, title]: readonly [owner: string, title: string],
  value: SheetValue,
): void {
  const [header = []] = sheet
  const row = sheet.find((cells) => cells[header.indexOf('소유자')] === owner)
  if (!row || !header.includes(title)) throw new Error(`${owner} ${title}`)
  row[header.indexOf(title)] = value
}

interface SentSheet {
  mode: string
  path: string
  opId?: string | undefined
}

/** Imports lines as a workbook at this base path. */
export async function importSheet(who: SignedIn, rows: readonly SheetLine[], { mode, path, opId }: SentSheet) {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([...rows]), '시트')
  const form = new FormData()
  form.append('mode', mode)
  form.append('file', new Blob([XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer]), '되돌아온.xlsx')
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return await who.inject({
    method: 'POST',
    url: `${path}import_excel`,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      ...(opId !== undefined && { 'idempotency-key': opId }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}
