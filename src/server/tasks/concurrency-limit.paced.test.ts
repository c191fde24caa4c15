import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPacedQueue } from './concurrency-limit.ts'

test('runs one job at a time in order, with a pause after each', async () => {
  const turns = createPacedQueue()
  const done: { name: string; from: number; until: number }[] = []
  const work = (name: string) =>
    turns.run(async () => {
      const from = performance.now()
      await delay(20)
      done.push({ name, from, until: performance.now() })
      return name
    })
  expect(await Promise.all([work('a'), work('b'), work('c')])).toEqual(['a', 'b', 'c'])
  expect(done.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  for (const [at, { from }] of done.slice(1).entries()) expect(from - (done[at]?.until ?? 0)).toBeGreaterThan(15)
})

test('a caller does not wait for the pause, and a failure does not block others', async () => {
  const turns = createPacedQueue()
  const finishedOrder: string[] = []
  const first = turns.run(async () => undefined).then(() => finishedOrder.push('answered'))
  const second = turns.run(async () => void finishedOrder.push('begun'))
  await Promise.all([first, second])
  expect(finishedOrder).toEqual(['answered', 'begun'])
  await expect(turns.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await turns.run(async () => 'next')).toBe('next')
})
