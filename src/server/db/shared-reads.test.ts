import { expect, test } from 'vitest'
import { createSharedReads } from './shared-reads.ts'

/** A source with controllable reads: each returns the value from when it began. */
function makeSource() {
  const reads = createSharedReads<string>()
  const ends: ((error?: Error) => void)[] = []
  const source = { value: 'first', begun: 0 }
  const read = (key = 'k') =>
    reads.read(key, () => {
      source.begun += 1
      const currentValue = source.value
      return new Promise<string>((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve(currentValue)))
      })
    })
  const end = async (error?: Error) => {
    ends.shift()?.(error)
    await new Promise(setImmediate)
  }
  return { source, read, end }
}

test('requests during a read share the next one', async () => {
  const { source, read, end } = makeSource()
  const early = read()
  source.value = 'second'
  const late = [read(), read(), read()]
  expect(source.begun).toBe(1)
  await end()
  expect(source.begun).toBe(2)
  await end()
  expect(await early).toBe('first')
  expect(await Promise.all(late)).toEqual(['second', 'second', 'second'])
})

test('keeps nothing after a read: the next request reads again', async () => {
  const { source, read, end } = makeSource()
  const first = read()
  await end()
  await first
  source.value = 'second'
  const second = read()
  await end()
  expect(await second).toBe('second')
})

test('a request during the shared second read gets a third', async () => {
  const { source, read, end } = makeSource()
  const pendingReads = [read(), read()]
  await end()
  source.value = 'third'
  pendingReads.push(read(), read())
  await end()
  await end()
  expect(await Promise.all(pendingReads)).toEqual(['first', 'first', 'third', 'third'])
  expect(source.begun).toBe(3)
})

test('a failed read fails those who share it and no later request', async () => {
  const { read, end } = makeSource()
  const first = read()
  const second = read()
  const failed = first.catch((error: unknown) => error)
  await end(new Error('away'))
  expect(await failed).toEqual(new Error('away'))
  await end()
  expect(await second).toBe('first')
  const third = read()
  await end()
  expect(await third).toBe('first')
})

test('different keys do not wait for each other', async () => {
  const { source, read } = makeSource()
  void read('a')
  void read('b')
  expect(source.begun).toBe(2)
})
