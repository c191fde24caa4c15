import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createCalmTurns } from './calm-turns.ts'

test('one thing is done at a time, in the order it was asked for, with a rest behind it', async () => {
  const turns = createCalmTurns()
  const done: { name: string; from: number; until: number }[] = []
  const work = (name: string) =>
    turns.take(async () => {
      const from = performance.now()
      await delay(20)
      done.push({ name, from, until: performance.now() })
      return name
    })
  expect(await Promise.all([work('a'), work('b'), work('c')])).toEqual(['a', 'b', 'c'])
  expect(done.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  for (const [at, { from }] of done.slice(1).entries()) expect(from - (done[at]?.until ?? 0)).toBeGreaterThan(15)
})

test('whoever asked need not wait for the rest, and what fails holds nobody up', async () => {
  const turns = createCalmTurns()
  const over: string[] = []
  const first = turns.take(async () => undefined).then(() => over.push('answered'))
  const second = turns.take(async () => void over.push('begun'))
  await Promise.all([first, second])
  expect(over).toEqual(['answered', 'begun'])
  await expect(turns.take(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await turns.take(async () => 'next')).toBe('next')
})
