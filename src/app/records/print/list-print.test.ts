import { expect, test } from 'vitest'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Query } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { stoppedLeftOutText } from '#domain/retention/stopped-texts.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { createPlainRow } from '#tests/support/books/array-row-source.ts'
import { getRecordBook } from '../record-book.ts'
import { collectLoadedRows, formatPrinted, gatherRows } from './gather-rows.ts'
import { buildListLines, buildListPrint, fitLines, listPrintedColumns } from './list-print.ts'

const book = getRecordBook('deposit-cases')
const columns = buildAllColumns(book).filter(({ key }) => ['owner_name', 'fees', 'notes'].includes(key))
const record = {
  id: 'a',
  version: 1,
  inserted_at: '',
  updated_at: '',
  owner_name: '김하나',
  fees: 100_000,
  notes: null,
}
const rows = [createPlainRow(record), createPlainRow({ ...record, id: 'b', fees: null })]

test('numbers the rows and adds up money columns', () => {
  const { columns: printed, rows: lines, total } = buildListLines(columns, collectLoadedRows(columns, rows))
  expect(printed.map(({ label }) => label)).toEqual(['순번', '소유자', '보수료', '비고'])
  expect(lines).toEqual([
    ['1', '김하나', '100,000', ''],
    ['2', '김하나', '', ''],
  ])
  expect(total).toEqual(['합계', '', '100,000', ''])
})

test('totals amounts that do not add up apart', () => {
  const quickColumns = buildAllColumns(getRecordBook('quick-deliveries')).filter(({ key }) => key === 'amount')
  const quickRow = (id: string, status: string, amount: number) =>
    createPlainRow({ id, version: 1, inserted_at: '', updated_at: '', status, amount })
  const deliveries = [quickRow('a', 'delivery', 11_300), quickRow('b', 'delivery', 9_000)]
  const listTotal = (printedRows: typeof deliveries) =>
    buildListLines(quickColumns, collectLoadedRows(quickColumns, printedRows)).total
  expect(listTotal(deliveries)).toEqual(['합계', '사용액 20,300'])
  expect(listTotal([...deliveries, quickRow('c', 'balance_add', 500_000)])).toEqual([
    '합계',
    '사용액 20,300 · 충전액 500,000',
  ])
})

test("prints neither secrets nor pictures, and keeps the screen's column order", () => {
  const [owner, fees, notes] = columns
  if (!owner || !fees || !notes) throw new Error('the book lost a column')
  const secret = { ...notes, key: 'resident_number', field: { ...notes.field, kind: 'secret' as const } }
  const shown = [notes, secret, { ...owner, isPicture: true }, fees]
  const layout = { table: { columns: shown } } as unknown as Parameters<typeof listPrintedColumns>[0]['layout']
  expect(listPrintedColumns({ layout }).map(({ key }) => key)).toEqual(['notes', 'fees'])
})

test('prints a resident number in a text without its second half', () => {
  const notes = columns.find(({ key }) => key === 'notes')
  if (!notes) throw new Error('the book lost its notes')
  expect(formatPrinted(notes, createPlainRow({ ...record, notes: '소유자 900101-1234567 확인' }))).toBe(
    '소유자 900101-1****** 확인',
  )
})

test('leaves a record under 처리정지 out of list and sums, with a note', () => {
  const stopped = { ...createPlainRow({ ...record, id: 'c', owner_name: '정지된 분' }), stopped: 'writable' as const }
  const lines = buildListLines(columns, collectLoadedRows(columns, [...rows, stopped]))
  expect([lines.rows.length, lines.total?.[2], lines.skipped]).toEqual([2, '100,000', 1])
  const query = { filters: [], search: '', sort: [] }
  const fit = fitLines(lines)
  if ('fitting' in fit) throw new Error('three columns fit')
  const screen = { label: '공탁 사건부', query, columns, book: getRecordBook('deposit-cases') }
  const { subtitleLines } = buildListPrint(screen, lines, { fit, by: '김가온', extras: {} })
  expect(subtitleLines.at(-1)).toBe(stoppedLeftOutText)
})

test('gathers the checked rows alone as well, and says so on their print', async () => {
  const copy = {
    readAll: async (_collection: string, _query: Query, onRows: (chunk: readonly SourceRow[]) => void) => onRows(rows),
  } as unknown as OfflineCopy
  const query = { filters: [], search: '', sort: [] }
  const gathered = await gatherRows({
    copy,
    collection: 'deposit-cases',
    query,
    columns,
    selection: { kind: 'ids', ids: new Set(['a']) },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  expect([gathered.all.rows.length, gathered.checked?.rows, gathered.checked?.totals]).toEqual([
    2,
    [['김하나', '100,000', '']],
    ['', '100,000', ''],
  ])
  if (!gathered.checked) throw new Error('no checked rows')
  const lines = { ...buildListLines(columns, gathered.checked), areChecked: true as const }
  const fit = fitLines(lines)
  if ('fitting' in fit) throw new Error('three columns fit')
  const screen = { label: '공탁 사건부', query, columns, book }
  expect(buildListPrint(screen, lines, { fit, by: '김가온', extras: {} }).subtitleLines).toEqual([
    '조건 없음 · 선택한 1건',
  ])
})
