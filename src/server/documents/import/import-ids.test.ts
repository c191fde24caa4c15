import { expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { idsOf } from './import-ids.ts'

const uuid7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
const newestFirst = { order: [{ field: 'id', direction: 'desc' }] } as const
const rows = [2, 3, 40, 5000, 99_999]

test('in a list with the newest first the rows of a file stand as in the file, and in any other too', () => {
  const ids = idsOf({ headers: { 'idempotency-key': newId() } }, { newId })
  const falling = rows.map((row) => ids.ofRow(row, newestFirst))
  const rising = rows.map((row) => ids.ofRow(row, {}))
  expect(falling.toSorted().toReversed()).toEqual(falling)
  expect(rising.toSorted()).toEqual(rising)
  for (const id of [...falling, ...rising, ids.ofKey('가온은행')]) expect(id).toMatch(uuid7)
})

test('the same request has the same ids, another has others, and so has each request without a key', () => {
  const [key, other] = [newId(), newId()]
  const idFor = (given?: string) => {
    const headers = given === undefined ? {} : { 'idempotency-key': given }
    return idsOf({ headers }, { newId }).ofRow(7, newestFirst)
  }
  expect(idFor(key)).toBe(idFor(key))
  expect(new Set([idFor(key), idFor(other), idFor(), idFor()]).size).toBe(4)
})
