import { expect, test } from 'vitest'
import type { SourceRow } from '#contract/records/row-source.ts'
import { columns, makeRow } from '#tests/support/books/bulk-edit-fixtures.ts'
import { createBulkEditFlow } from './bulk-edit-flow.ts'
import type { ApplyWatch, BulkOutcome, RowChange } from './bulk-edit-props.ts'

/** Test rows, and a device that can store `room` changes per run. */
function createOffice(count: number) {
  const book = {
    rows: Array.from({ length: count }, (_, index) => makeRow(String(index), { purpose: '이전' })),
    room: Number.POSITIVE_INFINITY,
    isReadable: true,
    continued: [] as (string | null)[],
  }
  async function apply(changes: readonly RowChange[], { resumeFrom, onSaved }: ApplyWatch): Promise<BulkOutcome> {
    book.continued.push(resumeFrom?.actionId ?? null)
    const savedCount = changes.slice(0, book.room)
    for (const { row, changes: cells } of savedCount) {
      const values = Object.fromEntries(cells.map((cell) => [cell.key, cell.new]))
      book.rows = book.rows.map((existing) =>
        existing.id === row.id ? { ...existing, record: { ...existing.record, ...values } } : existing,
      )
    }
    onSaved(savedCount.length)
    const failure = savedCount.length < changes.length ? '저장 공간이 부족합니다.' : null
    const sending = { getState: () => ({ waiting: 0, isReachable: true, failures: [] }), subscribe: () => () => {} }
    return {
      actionId: 'action',
      savedCount: savedCount.length + (resumeFrom?.savedCount ?? 0),
      failure,
      sending,
      undo() {},
    }
  }
  const rows = {
    async read(onChunk: (rows: readonly SourceRow[], done: number, total: number) => void) {
      if (!book.isReadable) throw new Error('no')
      onChunk(book.rows, book.rows.length, book.rows.length)
    },
  }
  return { book, flow: createBulkEditFlow(() => ({ fields: columns, rows, apply })) }
}

function listUpdates() {
  const column = columns.find(({ key }) => key === 'purpose')
  return column ? [{ column, value: '설정' }] : []
}

test('counts, previews and changes the rows; a row that already holds the value is left alone', async () => {
  const { book, flow } = createOffice(3)
  await flow.begin()
  expect([flow.getTally()?.countRows(), flow.getStep().name]).toEqual([3, 'choosing'])
  await flow.preview(listUpdates())
  expect(flow.getStep()).toMatchObject({ name: 'planned', plan: { total: 3, unchanged: 0 }, before: null })
  await flow.apply()
  expect(flow.getStep()).toMatchObject({ name: 'applied', outcome: { savedCount: 3 }, left: 0 })
  expect(book.rows.map(({ record }) => record['purpose'])).toEqual(['설정', '설정', '설정'])
})

test('asks again without changing anything when the number of rows differs on apply', async () => {
  const { book, flow } = createOffice(3)
  await flow.preview(listUpdates())
  book.rows = [...book.rows, makeRow('new', {})]
  await flow.apply()
  expect(flow.getStep()).toMatchObject({ name: 'planned', plan: { total: 4 }, before: 3 })
  expect(book.continued).toEqual([])
  await flow.apply()
  expect(flow.getStep()).toMatchObject({ name: 'applied', outcome: { savedCount: 4 } })
})

test('plans again after a colleague changed values, and shows the preview if no change remains', async () => {
  const { book, flow } = createOffice(3)
  await flow.preview(listUpdates())
  book.rows = book.rows.map((row) => ({ ...row, record: { ...row.record, purpose: '설정' } }))
  await flow.apply()
  expect(flow.getStep()).toMatchObject({ name: 'planned', plan: { changes: [], unchanged: 3 }, before: 3 })
})

test('reports rows the device could not store, and continues with them as the same action', async () => {
  const { book, flow } = createOffice(5)
  book.room = 2
  await flow.preview(listUpdates())
  await flow.apply()
  expect(flow.getStep()).toMatchObject({ name: 'applied', outcome: { savedCount: 2 }, left: 3 })
  book.room = 10
  await flow.apply()
  expect(flow.getStep()).toMatchObject({ name: 'applied', outcome: { savedCount: 5, failure: null }, left: 0 })
  expect(book.continued).toEqual([null, 'action'])
})

test('returns to the fields when stopped while reading, and reports rows that cannot be read', async () => {
  const { book, flow } = createOffice(2)
  const planning = flow.preview(listUpdates())
  flow.stop()
  await planning
  expect(flow.getStep().name).toBe('choosing')
  book.isReadable = false
  await flow.preview(listUpdates())
  expect(flow.getStep().name).toBe('unreadable')
})
