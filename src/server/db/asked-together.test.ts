import { expect, test } from 'vitest'
import { askedTogether } from './asked-together.ts'

/** Looks up how long a word is; 'none' is not known. */
function makeLookup() {
  const loads: string[][] = []
  const lengthOf = askedTogether(async (words: readonly string[]) => {
    loads.push([...words])
    if (words.includes('broken')) throw new Error('away')
    return new Map(words.filter((word) => word !== 'none').map((word) => [word, word.length]))
  })
  return { loads, lengthOf }
}

test('what is asked in one turn is looked up at once, each question once, and everybody gets their own answer', async () => {
  const { loads, lengthOf } = makeLookup()
  const answers = await Promise.all(['one', 'three', 'one', 'none'].map(lengthOf))
  expect(answers).toEqual([3, 5, 3, undefined])
  expect(loads).toEqual([['one', 'three', 'none']])
})

test('nothing is remembered: what is asked later is looked up anew', async () => {
  const { loads, lengthOf } = makeLookup()
  await lengthOf('one')
  await lengthOf('one')
  expect(loads).toEqual([['one'], ['one']])
})

test('a lookup that fails fails for those of its turn and for nobody later', async () => {
  const { lengthOf } = makeLookup()
  const failed = await Promise.allSettled(['one', 'broken'].map(lengthOf))
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await lengthOf('one')).toBe(3)
})
