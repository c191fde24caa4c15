import { expect, test } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import { makeUnreadOffice } from '#tests/support/books/make-unread-office.ts'
import { narrowToWholeNumbers } from './planned-calls.ts'

function makeOffice(values: readonly string[], field: string) {
  const rows = values.map((value, index) => {
    const record = { id: String(index), version: 1, [field]: value } as unknown as AnyRecord
    return { record, names: {} }
  })
  return makeUnreadOffice({ find: () => Promise.resolve({ rows, count: rows.length, sums: [] }) })
}

test.each([
  ['503호', ['503호', '1503호', '2503호'], ['503호']],
  ['402호', ['101동 402호', '101동 1402호'], ['101동 402호']],
  ['101동 402호', ['101동 402호', '1101동 402호'], ['101동 402호']],
  ['101-402', ['101동 402호', '101동 4021호'], ['101동 402호']],
])('%s of the dwellings %j is %j', async (search, values, found) => {
  const question = { collection: 'real-estate-units', filters: [], search } as const
  expect(await narrowToWholeNumbers(question, makeOffice(values, 'dongho'))).toEqual({
    filters: [{ op: 'one_of', field: 'dongho', values: found }],
    search: '',
  })
})

test.each([
  ['달빛동 12-3', '달빛동', ['달빛동 12-3 전', '달빛동 112-36 전'], ['달빛동 12-3 전']],
  ['정나래 12-3', '정나래', ['달빛동 12-3', '달빛동 12-34'], ['달빛동 12-3']],
])('%s keeps %s as a word to search', async (search, rest, values, found) => {
  const question = { collection: 'deposit-cases', filters: [], search } as const
  expect(await narrowToWholeNumbers(question, makeOffice(values, 'address'))).toEqual({
    filters: [{ op: 'one_of', field: 'address', values: found }],
    search: rest,
  })
})

test('a number that is only a part of others is named', async () => {
  const question = { collection: 'real-estate-units', filters: [], search: '503호' } as const
  expect(await narrowToWholeNumbers(question, makeOffice(['1503호', '2503호'], 'dongho'))).toEqual({
    filters: [],
    search: '503호',
    fragment: '503호',
  })
})

test.each(['조보람', '2026', '503호'])('%s stays, as all records contain it whole', async (search) => {
  const question = { collection: 'real-estate-units', filters: [], search } as const
  expect(await narrowToWholeNumbers(question, makeOffice(['503호'], 'dongho'))).toEqual({ filters: [], search })
})
