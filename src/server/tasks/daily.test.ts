import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { startDaily } from './daily.ts'

const onFailure = 'could not sweep'

test('runs the daily tasks of one server one after the other, and continues after one fails', async () => {
  const { log } = Fastify({ logger: { level: 'silent' } })
  const steps: string[] = []
  const createTask = (name: string, fails = false) => ({
    onFailure,
    async run() {
      steps.push(`${name} begins`)
      await new Promise((done) => setTimeout(done, 5))
      steps.push(`${name} ends`)
      if (fails) throw new Error(name)
    },
  })
  const stops = [
    startDaily(log, createTask('one', true)),
    startDaily(log, createTask('two')),
    startDaily(log, createTask('three')),
  ]
  await expect.poll(() => steps).toHaveLength(6)
  await Promise.all(stops.map((stop) => stop()))
  expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends'])
})

test('waits for the running task on shutdown and starts no other', async () => {
  const { log } = Fastify({ logger: { level: 'silent' } })
  const steps: string[] = []
  let release = () => undefined as void
  const blocked = new Promise<void>((done) => (release = done))
  const runFirst = async () => {
    steps.push('first begins')
    await blocked
    steps.push('first ends')
  }
  const stopFirst = startDaily(log, { onFailure, run: runFirst })
  const stopSecond = startDaily(log, { onFailure, run: async () => void steps.push('second begins') })
  await expect.poll(() => steps).toEqual(['first begins'])
  const stopped = Promise.all([stopSecond(), stopFirst()])
  release()
  await stopped
  expect(steps).toEqual(['first begins', 'first ends'])
})
