import { createPostgresBackend, type PgPool, Queue } from 'bullmq'
import pg from 'pg'
import { expect, test } from 'vitest'
import { findFreePort } from '#server/postgres/free-port.ts'
import { waitUntilReady } from './open-bullmq.ts'

test('retries during a long outage do not accumulate listeners', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: await findFreePort(), user: 'office' })
  const connection = pool as unknown as PgPool
  const controller = new AbortController()
  let attempts = 0
  const make = () => {
    attempts += 1
    if (attempts === 5) controller.abort()
    return new Queue('items', { connection }, createPostgresBackend).on('error', () => undefined)
  }
  await expect(waitUntilReady({ pool, signal: controller.signal, pauseMs: 1 }, make)).rejects.toThrow('aborted')
  expect(attempts).toBe(5)
  expect(pool.listenerCount('error')).toBe(0)
  await pool.end()
})
