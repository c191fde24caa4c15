import { expect, test, vi } from 'vitest'
import type { RowSelection } from '#app/ui/data-table/data-table-props.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { createArrayRowSource, createPlainRow } from '#tests/support/books/array-row-source.ts'
import { countCheckedRows, describeExport, describeExportScope } from './export-scope.ts'

const everything = { filters: [], search: '', sort: [] }
const rows = Array.from({ length: 1234 }, (_, index) =>
  createPlainRow({ id: String(index), version: 1, inserted_at: '', updated_at: '' }),
)
const copyWith = (stopped: readonly string[], source = createArrayRowSource(rows)) =>
  ({ openRows: () => source, getStatus: () => ({ stopped }) }) as never

test('says how many records an export contains, and whether a search narrows them', async () => {
  const about = { collection: 'real-estate', query: everything } as const
  expect(await describeExport(copyWith([]), about)).toBe('전체 1,234건을 내보냅니다.')
  const searched = { ...about, query: { ...everything, search: '강하늘' } }
  expect(await describeExport(copyWith([]), searched)).toBe('검색 결과 1,234건을 내보냅니다.')
  expect(await describeExport(copyWith(['real-estate/1']), about)).toBe(
    '전체 1,234건을 내보냅니다. 처리를 정지한 기록은 제외합니다.',
  )
})

test('counts the checked records of the list, and none where all are checked', async () => {
  const about = { collection: 'real-estate', query: everything } as const
  const openRows = vi.fn<OfflineCopy['openRows']>(() => createArrayRowSource(rows.slice(0, 3)))
  const count = (selection: RowSelection) => countCheckedRows({ openRows }, about, selection)
  expect(await count({ kind: 'ids', ids: new Set(['1', '2', '3']) })).toBe(3)
  const isChecked = { op: 'one_of', field: 'id', values: ['1', '2', '3'] }
  expect(openRows).toHaveBeenLastCalledWith('real-estate', { ...everything, filters: [isChecked] })
  expect(await count({ kind: 'ids', ids: new Set() })).toBe(0)
  expect(await count({ kind: 'matching', queryKey: '', excluded: new Set() })).toBe(0)
  expect(await count({ kind: 'matching', queryKey: '', excluded: new Set(['1']) })).toBe(2)
})

test('says that a file without records has only its headings', () => {
  expect(describeExportScope({ count: 0, isNarrowed: true })).toBe('내보낼 내용이 없어 머리글만 담깁니다.')
})

test('says nothing instead of a number that is not known in time', async () => {
  vi.useFakeTimers()
  const source = createArrayRowSource(rows)
  const counting = { ...source, getState: () => ({ ...source.getState(), isComplete: false }) }
  const text = describeExport(copyWith([], counting), { collection: 'real-estate', query: everything })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await text).toBe('')
  vi.useRealTimers()
})
