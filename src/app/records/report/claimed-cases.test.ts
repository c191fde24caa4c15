import { expect, test } from 'vitest'
import type { SourceRow } from '#contract/records/row-source.ts'
import { makeDepositCase } from '#tests/support/books/mirror-fixtures.ts'
import { buildClaimDayEdits, readUnclaimedIds } from './claimed-cases.ts'

const claimDay = {
  collection: 'deposit-cases',
  field: 'cost_request_at',
  projectField: 'business_section',
} as const

const makeRow = (id: string, overrides: Partial<SourceRow> = {}, fields: Record<string, unknown> = {}): SourceRow => ({
  id,
  record: { ...makeDepositCase(1), id, cost_request_at: null, ...fields },
  joined: {},
  marks: {},
  state: 'plain',
  isOutside: false,
  ...overrides,
})

test('asks for the unclaimed cases of the project and days, and skips those the file does not have', async () => {
  const queries: unknown[] = []
  const copy = {
    readAll: async (
      _collection: unknown,
      query: unknown,
      onChunk: (rows: SourceRow[], n: number, m: number) => unknown,
    ) => {
      queries.push(query)
      await onChunk([makeRow('a'), makeRow('b', { state: 'new' }), makeRow('c', { stopped: 'locked' })], 3, 3)
    },
  }
  const period = { date_field: 'created_at', start: '2026-11-01', end: '' } as const
  expect(await readUnclaimedIds(copy, claimDay, { project: '제1공구', period })).toEqual(['a'])
  const wholeTime = { ...period, start: '' }
  await readUnclaimedIds(copy, claimDay, { project: '제1공구', period: wholeTime })
  const project = { op: 'equals', field: 'business_section', value: '제1공구' }
  const unclaimed = { op: 'equals', field: 'cost_request_at', value: null }
  const days = { op: 'between', field: 'created_at', from: '2026-11-01', to: null }
  expect(queries).toMatchObject([{ filters: [project, unclaimed, days] }, { filters: [project, unclaimed] }])
})

test('sets the day only on cases that still have none', async () => {
  const rows = new Map([
    ['open', makeRow('open')],
    ['claimed', makeRow('claimed', {}, { cost_request_at: '2026-11-02' })],
    ['deleted', makeRow('deleted', { state: 'deleted' })],
  ])
  const copy = { getRow: (_collection: unknown, id: string) => Promise.resolve(rows.get(id) ?? null) }
  const ids = ['open', 'claimed', 'deleted', 'absent']
  const edits = await buildClaimDayEdits(copy, claimDay, { ids, day: '2026-11-29' })
  expect(edits.map(({ edit }) => edit)).toMatchObject([
    { id: 'open', changes: { cost_request_at: { old: null, new: '2026-11-29' } } },
  ])
})
