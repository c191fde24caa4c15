import { expect, test } from 'vitest'
import { idSchema } from '#contract/records/values.ts'
import { createIdMaker } from './id-maker.ts'

const createRandomBytes = () => crypto.getRandomValues(new Uint8Array(8))

test('ids are version 7 UUIDs that contain the time', () => {
  const time = Date.parse('2026-11-23T09:00:00+09:00')
  const id = createIdMaker(() => time, createRandomBytes)()
  expect(idSchema.parse(id)).toBe(id)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(time)
})

test('consecutive ids increase, even within a millisecond and when the clock is set back', () => {
  let time = 1_000_000
  const newId = createIdMaker(() => time, createRandomBytes)
  const ids = Array.from({ length: 20_000 }, (_, index) => {
    if (index % 7_000 === 6_999) time -= 500
    return newId()
  })
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})
