import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RegisterEntry, registerEntryBook } from '#contract/books/register-entries.ts'
import { countRegisterIssues, createIssueFilters, registerIssueKinds } from '#domain/register/issue-filters.ts'
import { findRegisterIssues } from '#domain/register/issues.ts'
import { makeId } from '#tests/support/books/mirror-fixtures.ts'
import { createQueryEngine } from './query-engine.ts'

const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 })
const day = fc.constantFrom('2026-01-05', '2026-01-31', '2026-02-28', '2026-03-01', '2026-06-30')

const entries = fc.array(
  fc.record({
    serial: orNull(fc.integer({ min: 1, max: 99 })),
    mandated_on: day,
    entered_on: day,
    matter: orNull(fc.constant('소유권이전')),
    fee: orNull(fc.constantFrom(0, 300_000)),
    client: orNull(fc.constant('김가온')),
    client_birth: orNull(fc.constant('1980-03-01')),
    client_others: orNull(fc.constantFrom(0, 1, 5)),
    client_address: orNull(fc.constant('달빛동 12-3')),
    verification: orNull(fc.constant('passport')),
    is_cancelled: fc.boolean(),
    differs: fc.boolean(),
  }),
  { maxLength: 20 },
)

test('the filters of an issue find exactly the entries that have it, as many as are counted', () => {
  fc.assert(
    fc.property(entries, (values) => {
      const engine = createQueryEngine([registerEntryBook])
      const { table } = engine.collection('register-entries')
      const records = values.map((value, index) => ({
        ...Object.fromEntries(registerEntryBook.fields.map(({ key }) => [key, null])),
        id: makeId(index + 1),
        version: 1,
        inserted_at: '2026-01-05T00:00:00.000Z',
        updated_at: '2026-01-05T00:00:00.000Z',
        ...value,
      }))
      for (const record of records) table.setDisplayed(record.id, record)
      const typed = records as unknown as RegisterEntry[]
      const { counts, lateIds } = countRegisterIssues(typed)
      for (const issue of registerIssueKinds) {
        const filters = [...createIssueFilters(issue, lateIds)]
        const found = engine.evaluate('register-entries', { filters, search: '', sort: [] })
        const having = typed.filter((entry) => findRegisterIssues(entry).includes(issue))
        expect([issue, found.length, counts[issue] ?? 0]).toEqual([issue, having.length, having.length])
      }
    }),
  )
})
