import { expect, test } from 'vitest'
import { limitConcurrency } from './concurrency-limit.ts'

test('limits concurrent work and runs the rest in order, also after a failure', async () => {
  const turns = limitConcurrency(2)
  const started: number[] = []
  let [now, most] = [0, 0]
  const work = async (n: number) => {
    started.push(n)
    now += 1
    most = Math.max(most, now)
    await new Promise((resolve) => setTimeout(resolve, 1))
    now -= 1
    if (n === 1) throw new Error('failed')
    return n
  }
  const done = await Promise.allSettled([0, 1, 2, 3, 4].map((n) => turns.run(() => work(n))))
  expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(started).toEqual([0, 1, 2, 3, 4])
  expect(most).toBe(2)
})
