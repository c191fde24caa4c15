import { expect, test } from 'vitest'
import { createCachedValue } from './cached-value.ts'

test('many reads share one lookup, repeated after a while or after a local change', async () => {
  let [at, looked] = [0, 0]
  const known = createCachedValue(async () => (looked += 1), { now: () => new Date(at) })
  expect(await Promise.all([known.read(), known.read()])).toEqual([1, 1])
  at = 499
  expect(await known.read()).toBe(1)
  at = 500
  expect(await known.read()).toBe(2)
  known.invalidate()
  expect(await known.read()).toBe(3)
})

test('a response requested before a local change is not kept', async () => {
  const pending = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const known = createCachedValue(() => pending.shift()?.promise ?? Promise.resolve('later'), {
    now: () => new Date(0),
  })
  const [before, after] = pending
  const early = known.read()
  known.invalidate()
  const late = known.read()
  after?.resolve('new')
  expect(await late).toBe('new')
  before?.resolve('old')
  expect(await early).toBe('old')
  expect(await known.read()).toBe('new')
})

test('without the database it returns the last known value; throws if there was none', async () => {
  let at = 0
  const readValue = async () => {
    if (at > 0) throw new Error('silent')
    return 'known'
  }
  const known = createCachedValue(readValue, { now: () => new Date(at) })
  await known.read()
  at = 10_000
  expect(await known.read()).toBe('known')
  await expect(createCachedValue(readValue, { now: () => new Date(at) }).read()).rejects.toThrow('silent')
  expect(await createCachedValue(readValue, { now: () => new Date(at), first: 'first' }).read()).toBe('first')
})
