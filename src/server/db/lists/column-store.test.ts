import fc from 'fast-check'
import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '#domain/office-date.ts'
import { type ColumnStore, dayZero, noDay, withChanges } from './column-store.ts'
import { markFound } from './mark-found.ts'
import { selectPage } from './select-page.ts'
import type { Pick as ColumnPick } from './picks.ts'

type Row = { id: string; section: string | null; made: string | null; paid: string | null }

const day = fc.option(
  fc.integer({ min: 0, max: 9 }).map((days) => addDays('2026-01-01', days)),
  { nil: null },
)
const word = fc.option(fc.constantFrom('공구', '하천', '도로', ''), { nil: null })
// Few different ends, so that ids are told apart by more than their last bytes.
const id = fc
  .tuple(fc.integer({ min: 0, max: 15 }), fc.constantFrom('0000', 'ffff', '00ff'))
  .map(([at, end]) => `01990000-0000-7000-8000-0${at.toString(16).padStart(7, '0')}${end}`)
const row = fc.record({ id, section: word, made: day, paid: day })
const rows = fc.uniqueArray(row, { selector: (one) => one.id, maxLength: 30 })
const edits = fc.uniqueArray(fc.record({ row, isGone: fc.boolean() }), {
  selector: (edit) => edit.row.id,
  maxLength: 8,
})
const pick: fc.Arbitrary<ColumnPick> = fc.oneof(
  fc
    .array(fc.constantFrom('공구', '하천', '', '모름'), { maxLength: 3 })
    .map((oneOf) => ({ column: 'section', oneOf })),
  fc.record({
    column: fc.constantFrom('made', 'paid'),
    start: fc.option(fc.constant('2026-01-03'), { nil: undefined }),
    end: fc.option(fc.constant('2026-01-07'), { nil: undefined }),
  }),
)

test('any page of any filters is what filtering and sorting the rows gives, also after rows were made, edited and deleted', () => {
  fc.assert(
    fc.property(
      rows,
      fc.array(edits, { maxLength: 3 }),
      fc.record({ picks: fc.array(pick, { maxLength: 3 }), isSearched: fc.boolean() }),
      (given, acts, { picks, isSearched }) => {
        let store = storeOf(given)
        let current = given
        for (const act of acts) {
          const changed = act.map(({ row: { id: one, ...values }, isGone }) => ({
            id: one,
            values: isGone ? null : values,
            foundBy: isFound(values) ? ['search'] : [],
          }))
          store = withChanges(store, changed) ?? store
          const touched = new Set(changed.map((change) => change.id))
          current = current
            .filter((one) => !touched.has(one.id))
            .concat(act.filter((edit) => !edit.isGone).map((edit) => edit.row))
        }
        const expected = current
          .filter((one) => (!isSearched || isFound(one)) && picks.every((asked) => passes(one, asked)))
          .toSorted(newestFirst)
        for (const [offset, limit] of [
          [0, 100],
          [3, 4],
          [50, 5],
        ] as const) {
          const page = selectPage(store, { picks, search: isSearched ? 'search' : undefined }, { offset, limit })
          expect(page.total).toBe(expected.length)
          expect(page.ids).toEqual(expected.slice(offset, offset + limit).map((one) => one.id.replaceAll('-', '')))
        }
      },
    ),
  )
})

test('the ids that a search found are marked in whatever order they come, and ids that are not there are passed over', async () => {
  await fc.assert(
    fc.asyncProperty(rows, rows, async (given, found) => {
      const store = storeOf(given)
      const wanted = new Set(found.map((one) => one.id))
      const marks = await markFound(store, idBytes(found))
      expect([...marks]).toEqual(given.toSorted(newestFirst).map((one) => Number(wanted.has(one.id))))
    }),
  )
})

function isFound({ section, paid }: Pick<Row, 'section' | 'paid'>): boolean {
  return section === '공구' || paid === '2026-01-01'
}

function idBytes(given: readonly Row[]): Buffer {
  return Buffer.from(given.map((one) => one.id.replaceAll('-', '')).join(''), 'hex')
}

function passes(one: Row, asked: ColumnPick): boolean {
  const value = one[asked.column as 'made']
  if (value === null) return 'oneOf' in asked ? false : !asked.start && !asked.end
  if ('oneOf' in asked) return asked.oneOf.includes(value)
  return (!asked.start || value >= asked.start) && (!asked.end || value <= asked.end)
}

function newestFirst(a: Row, b: Row): number {
  const [left, right] = [a.made ?? '', b.made ?? '']
  if (left !== right) return left > right ? -1 : 1
  return a.id < b.id ? -1 : 1
}

function storeOf(given: readonly Row[]): ColumnStore {
  const sorted = given.toSorted(newestFirst)
  const words = [...new Set(sorted.flatMap(({ section }) => section ?? []))]
  const number = (value: string | null) => (value === null ? noDay : daysBetween(dayZero, value))
  return {
    length: sorted.length,
    ids: idBytes(sorted),
    searches: new Map([['search', Uint8Array.from(sorted, (one) => Number(isFound(one)))]]),
    newest: 'made',
    words: new Map([
      [
        'section',
        {
          words,
          codes: Uint16Array.from(sorted, ({ section }) => (section === null ? 0 : words.indexOf(section) + 1)),
        },
      ],
    ]),
    days: new Map([
      ['made', Int32Array.from(sorted, ({ made }) => number(made))],
      ['paid', Int32Array.from(sorted, ({ paid }) => number(paid))],
    ]),
  }
}
