import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { keepOpen } from './seal.ts'

function openNumbers() {
  const database = new Dexie('numbers', { indexedDB: new IDBFactory(), IDBKeyRange })
  database.version(1).stores({ numbers: 'id' })
  return Object.assign(database, { numbers: database.table<{ id: number }, number>('numbers') })
}

const later = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value))

test('keeps a transaction open during outside work, parallel or sequential', async () => {
  const db = openNumbers()
  await db.transaction('rw', db.numbers, async () => {
    const works = [3, 0, 1, 1, 2].map((ms, index) =>
      keepOpen(() => later(ms, index)).then((id) => db.numbers.put({ id })),
    )
    await Promise.all(works)
    await db.numbers.put({ id: await keepOpen(() => later(5, 9)) })
    await db.numbers.put({ id: await keepOpen(() => Promise.resolve(10)) })
  })
  expect((await db.numbers.toArray()).map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 9, 10])
})

test('failing work ends its transaction, and nothing of it is stored', async () => {
  const db = openNumbers()
  const failing = db.transaction('rw', db.numbers, async () => {
    await db.numbers.put({ id: 1 })
    await keepOpen(() => later(1, 0).then(() => Promise.reject(new Error('damaged'))))
  })
  await expect(failing).rejects.toThrow('damaged')
  expect(await db.numbers.count()).toBe(0)
})

test('work in a transaction that is aborted meanwhile fails too', async () => {
  const db = openNumbers()
  const aborted = db.transaction('rw', db.numbers, async () => {
    const transaction = Dexie.currentTransaction
    setTimeout(() => transaction.abort())
    await keepOpen(() => later(5, 1))
    await db.numbers.put({ id: 1 })
  })
  // Depending on timing, the abort or the first request after it is reported.
  await expect(aborted).rejects.toThrow(/abort|already completed/i)
  expect(await db.numbers.count()).toBe(0)
})

test('runs the work directly when there is no transaction', async () => {
  expect(await keepOpen(() => later(1, 'done'))).toBe('done')
})
