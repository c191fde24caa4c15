import { expect, test } from 'vitest'
import { idSchema } from '#contract/records/values.ts'
import { newId } from '#server/new-id.ts'
import { createActionIds } from './missing-records.ts'

const rows = [2, 3, 17, 256, 20_001]

test('ids of rows sort in file order; in books that list the newest first, in reverse', () => {
  const actionId = newId()
  const oldestFirst = rows.map(createActionIds(actionId, {}).idForRow)
  expect(oldestFirst.toSorted()).toEqual(oldestFirst)
  const newestFirst = rows.map(createActionIds(actionId, { order: [{ field: 'id', direction: 'desc' }] }).idForRow)
  expect(newestFirst.toSorted().toReversed()).toEqual(newestFirst)
})

test('ids are valid, deterministic per action, and contiguous within an action', () => {
  const [first, second] = [newId(), newId()]
  const ids = [first, second, first].map((actionId) => rows.map(createActionIds(actionId, {}).idForRow))
  expect(ids[2]).toEqual(ids[0])
  expect(ids.flat().every((id) => idSchema.safeParse(id).success)).toBe(true)
  expect(new Set(ids.flat()).size).toBe(rows.length * 2)
  const heads = ids.map((actIds) => new Set(actIds.map((id) => id.slice(0, 23))))
  expect(heads.map(({ size }) => size)).toEqual([1, 1, 1])
  expect([...(heads[0] ?? [])]).not.toEqual([...(heads[1] ?? [])])
})
