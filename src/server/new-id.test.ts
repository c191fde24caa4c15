import { expect, test } from 'vitest'
import { idSchema } from '#contract/values.ts'
import { newId } from './new-id.ts'

test('ids are UUIDs of version 7 that carry the time', () => {
  const before = Date.now()
  const id = newId()
  expect(idSchema.parse(id)).toBe(id)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  expect(time).toBeGreaterThanOrEqual(before)
  expect(time).toBeLessThan(before + 1000)
})

test('ids made one after the other rise, also within a millisecond', () => {
  const ids = Array.from({ length: 20_000 }, () => newId())
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})
