import { expect, test } from 'vitest'
import type { SourceRow } from '#contract/records/row-source.ts'
import { columns, rowOf } from '../../../../tests/support/bulk-edit-fixtures.ts'
import { createBulkCourse } from './bulk-course.ts'
import type { ApplyWatch, BulkOutcome, RowChange } from './bulk-edit-props.ts'

/** Test rows, and a device that can store `room` changes per run. */
function office(count: number) {
  const book = {
    rows: Array.from({ length: count }, (_, at) => rowOf(String(at), { purpose: '이전' })),
    room: Number.POSITIVE_INFINITY,
    isReadable: true,
    continued: [] as (string | null)[],
  }
  async function apply(changes: readonly RowChange[], { continues, onKept }: ApplyWatch): Promise<BulkOutcome> {
    book.continued.push(continues?.actId ?? null)
    const kept = changes.slice(0, book.room)
    for (const { row, changes: cells } of kept) {
      const values = Object.fromEntries(cells.map((cell) => [cell.key, cell.new]))
      book.rows = book.rows.map((one) => (one.id === row.id ? { ...one, record: { ...one.record, ...values } } : one))
    }
    onKept(kept.length)
    const failure = kept.length < changes.length ? '저장 공간이 부족합니다.' : null
    const sending = { getState: () => ({ waiting: 0, isReachable: true, failures: [] }), subscribe: () => () => {} }
    return { actId: 'action', kept: kept.length + (continues?.kept ?? 0), failure, sending, undo() {} }
  }
  const rows = {
    async read(onChunk: (rows: readonly SourceRow[], done: number, total: number) => void) {
      if (!book.isReadable) throw new Error('no')
      onChunk(book.rows, book.rows.length, book.rows.length)
    },
  }
  return { book, course: createBulkCourse(() => ({ fields: columns, rows, apply })) }
}

function wishes() {
  const column = columns.find(({ key }) => key === 'purpose')
  return column ? [{ column, value: '설정' }] : []
}

test('counts, previews and changes the rows; a row that already holds the value is left alone', async () => {
  const { book, course } = office(3)
  await course.begin()
  expect([course.getTally()?.rows(), course.getStep().name]).toEqual([3, 'choosing'])
  await course.preview(wishes())
  expect(course.getStep()).toMatchObject({ name: 'planned', plan: { total: 3, same: 0 }, before: null })
  await course.apply()
  expect(course.getStep()).toMatchObject({ name: 'applied', outcome: { kept: 3 }, left: 0 })
  expect(book.rows.map(({ record }) => record['purpose'])).toEqual(['설정', '설정', '설정'])
})

test('asks again without changing anything when the number of rows differs on apply', async () => {
  const { book, course } = office(3)
  await course.preview(wishes())
  book.rows = [...book.rows, rowOf('new', {})]
  await course.apply()
  expect(course.getStep()).toMatchObject({ name: 'planned', plan: { total: 4 }, before: 3 })
  expect(book.continued).toEqual([])
  await course.apply()
  expect(course.getStep()).toMatchObject({ name: 'applied', outcome: { kept: 4 } })
})

test('plans again without asking after a colleague changed values, and shows the preview when nothing is left to change', async () => {
  const { book, course } = office(3)
  await course.preview(wishes())
  book.rows = book.rows.map((row) => ({ ...row, record: { ...row.record, purpose: '설정' } }))
  await course.apply()
  expect(course.getStep()).toMatchObject({ name: 'planned', plan: { changing: [], same: 3 }, before: 3 })
})

test('reports rows the device could not store, and continues with them as the same action', async () => {
  const { book, course } = office(5)
  book.room = 2
  await course.preview(wishes())
  await course.apply()
  expect(course.getStep()).toMatchObject({ name: 'applied', outcome: { kept: 2 }, left: 3 })
  book.room = 10
  await course.apply()
  expect(course.getStep()).toMatchObject({ name: 'applied', outcome: { kept: 5, failure: null }, left: 0 })
  expect(book.continued).toEqual([null, 'action'])
})

test('returns to the fields when stopped while reading, and reports rows that cannot be read', async () => {
  const { book, course } = office(2)
  const planning = course.preview(wishes())
  course.stop()
  await planning
  expect(course.getStep().name).toBe('choosing')
  book.isReadable = false
  await course.preview(wishes())
  expect(course.getStep().name).toBe('unreadable')
})
