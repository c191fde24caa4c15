import { expect, test } from 'vitest'
import { batchLookups } from './shared-reads.ts'

/** Looks up the length of a word; 'none' is unknown. */
function makeLookup() {
  const loads: string[][] = []
  const lengthOf = batchLookups(async (words: readonly string[]) => {
    loads.push([...words])
    if (words.includes('broken')) throw new Error('away')
    return new Map(words.filter((word) => word !== 'none').map((word) => [word, word.length]))
  })
  return { loads, lengthOf }
}

test('lookups of one turn become one load with each key once, and every caller gets its own value', async () => {
  const { loads, lengthOf } = makeLookup()
  const answers = await Promise.all(['one', 'three', 'one', 'none'].map(lengthOf))
  expect(answers).toEqual([3, 5, 3, undefined])
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
