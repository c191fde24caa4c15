import { expect, test } from 'vitest'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import { createPlainRow } from '#tests/support/books/array-row-source.ts'
import { getRecordBook } from '../record-book.ts'
import { buildRecordPrint } from './record-print.ts'

const book = getRecordBook('deposit-cases')
const row = createPlainRow({
  id: 'a',
  version: 1,
  inserted_at: '',
  updated_at: '',
  owner_name: '김하나',
  fees: 100_000,
})
const about = {
  collection: 'deposit-cases' as const,
  caption: '김하나',
  book,
  columns: buildAllColumns(book),
  row,
  by: '김가온',
}

test("prints a record under its book's headings, with its history if that is shown", () => {
  const change = { version: 2, kind: 'update', changed_at: '2026-11-20T01:00:00Z', changed_by: '문새벽' } as const
  const history = [{ ...change, fields: { fees: { old: 90_000, new: 100_000 } } }]
  const listTitles = (printSheet: ReturnType<typeof buildRecordPrint>) =>
    printSheet.blocks.flatMap((block) => (block.kind === 'table' ? [] : [block.title]))
  expect(listTitles(buildRecordPrint({ ...about, history: null }))).toEqual(Object.values(book.groups))
  const paper = buildRecordPrint({ ...about, history })
  expect(listTitles(paper).at(-1)).toBe('변경 이력')
  expect(paper.blocks.at(-1)).toMatchObject({ entries: [{ text: '보수료: 90,000 → 100,000' }] })
})

test('notes that the requested history is missing', () => {
  expect(buildRecordPrint({ ...about, history: 'unreachable' }).subtitleLines).toEqual([
    '변경 이력은 서버에 연결할 수 없어 담기지 않았습니다.',
  ])
  expect(buildRecordPrint({ ...about, history: null }).subtitleLines).toEqual([])
})
