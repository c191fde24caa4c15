import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'
import {
  countHeaderBytes,
  isNear,
  judgeReplica,
  measureLag,
  parseLsn,
  readPrimaryPosition,
  readReplicaPosition,
} from './replica-position.ts'

const primary = { history: '7/1/16384', lsn: 5000n, at: '2026-11-24T09:00:10.5Z' }
const caughtUp = { history: '7/1/16384', lsn: 5000n, isPaused: false, replayedUntil: '2026-11-24T09:00:08Z' }

describe('a replica', () => {
  test.each([
    ['ready', {}],
    ['ready', { lsn: 5001n }],
    ['ready', { isPaused: true }],
    ['behind', { lsn: 4999n }],
    ['paused', { lsn: 4999n, isPaused: true }],
    ['other_history', { history: '8/1/16384' }],
    ['other_history', { history: '7/2/16384', lsn: 9000n }],
    ['other_history', { history: '7/1/16385' }],
    ['no_replica', { lsn: null }],
  ])('is %s when it differs from a caught-up one by %o', (state, difference) => {
    expect(judgeReplica(primary, { ...caughtUp, ...difference })).toBe(state)
  })

  test('is worth waiting for within one log segment', () => {
    const far = { ...primary, lsn: parseLsn('0/2000001') }
    expect(isNear(far, { ...caughtUp, lsn: parseLsn('0/1000000') })).toBe(false)
    expect(isNear(far, { ...caughtUp, lsn: parseLsn('0/1000001') })).toBe(true)
  })

  test('lags by the time since its last transaction, but not once it has everything', () => {
    expect(measureLag(primary, { ...caughtUp, lsn: 4999n })).toBe(2.5)
    expect(measureLag(primary, { ...caughtUp, lsn: 4999n, replayedUntil: null })).toBeNull()
    expect(measureLag(primary, caughtUp)).toBe(0)
    expect(measureLag(primary, { ...caughtUp, replayedUntil: null })).toBe(0)
    expect(measureLag(primary, { ...caughtUp, history: '8/1/16384' })).toBeNull()
    expect(measureLag(primary, { ...caughtUp, lsn: null })).toBeNull()
  })
})

test('reads a position of the log beyond 32 bits', () => {
  expect([parseLsn('0/0'), parseLsn('0/4000028'), parseLsn('1A/FFFFFFFF')]).toEqual([0n, 0x400_0028n, 0x1a_ffff_ffffn])
})

test('does not wait for the header of a page that holds no record yet', () => {
  expect(countHeaderBytes(parseLsn('0/4000028'), 0x28)).toBe(40n)
  expect(countHeaderBytes(parseLsn('0/4002018'), 0x2018)).toBe(24n)
  expect(countHeaderBytes(parseLsn('0/4002028'), 0x2028)).toBe(0n)
  expect(countHeaderBytes(parseLsn('0/4002000'), 0x2000)).toBe(0n)
})

test('the position of a database that is no replica grows with each write and names its history', async () => {
  const [first, other] = [await createTestDatabase(), await createTestDatabase()]
  try {
    const before = await readPrimaryPosition(first.db)
    await sql`create table written ()`.execute(first.ownerDb)
    const after = await readPrimaryPosition(first.db)
    expect(after.lsn).toBeGreaterThan(before.lsn)
    expect(after.history).toBe(before.history)
    expect((await readPrimaryPosition(other.db)).history).not.toBe(before.history)
    expect(await readReplicaPosition(first.db)).toMatchObject({ lsn: null, isPaused: false })
  } finally {
    await Promise.all([first.drop(), other.drop()])
  }
})
