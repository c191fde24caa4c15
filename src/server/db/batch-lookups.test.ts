import { expect, test } from 'vitest'
import { createBatchedLookup } from './batch-lookups.ts'

/** Looks up the length of a word; 'none' is unknown. */
function makeLookup() {
  const loads: string[][] = []
  const lookUpLength = createBatchedLookup(async (texts: readonly string[]) => {
    loads.push([...texts])
    if (texts.includes('broken')) throw new Error('away')
    return new Map(texts.filter((word) => word !== 'none').map((word) => [word, word.length]))
  })
  return { loads, lengthOf: lookUpLength }
}

test('lookups of one turn become one load with each key once, and every caller gets its own value', async () => {
  const { loads, lengthOf } = makeLookup()
  const lengths = await Promise.all(['one', 'three', 'one', 'none'].map(lengthOf))
  expect(lengths).toEqual([3, 5, 3, undefined])
  expect(loads).toEqual([['one', 'three', 'none']])
})

test('caches nothing: a later lookup loads again', async () => {
  const { loads, lengthOf } = makeLookup()
  await lengthOf('one')
  await lengthOf('one')
  expect(loads).toEqual([['one'], ['one']])
})

test('a failed load fails the callers of its turn and no later ones', async () => {
  const { lengthOf } = makeLookup()
  const failed = await Promise.allSettled(['one', 'broken'].map(lengthOf))
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await lengthOf('one')).toBe(3)
})
