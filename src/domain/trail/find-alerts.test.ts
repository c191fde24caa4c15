import { describe, expect, test } from 'vitest'
import { findAlerts, type KnownLocations, type WatchedRow } from './find-alerts.ts'

const noon = Date.parse('2026-11-26T12:00:00+09:00')
let seq = 0
const row = (input: Partial<WatchedRow> & { minute?: number }): WatchedRow => {
  const { minute = 0, ...rest } = input
  seq += 1
  return {
    seq,
    at: new Date(noon + minute * 60_000).toISOString(),
    user_id: 'u1',
    user_name: '김가온',
    address: '10.0.0.1',
    place: '10.0.0',
    act: 'update',
    record_id: null,
    size: null,
    at_device: null,
    isNew: true,
    ...rest,
  }
}
const rows = (count: number, of: (n: number) => Parameters<typeof row>[0]) =>
  Array.from({ length: count }, (_, n) => row(of(n)))
const known: KnownLocations = { isNewPerson: false, used: new Set(['10.0.0']), copied: new Set(['10.0.0']) }
const findRules = (input: readonly WatchedRow[], places: KnownLocations = known) =>
  findAlerts(input, new Map([['u1', places]])).map(({ rule }) => rule)

describe('many acts of one kind', () => {
  test.each([
    [
      '20 within an hour that spans two clock hours',
      rows(20, (n) => ({ act: 'reveal', minute: 30 + n * 3 })),
      ['many_reveals_hour'],
    ],
    ['19 in an hour', rows(19, () => ({ act: 'reveal' })), []],
    ['20 in more than an hour', rows(20, (n) => ({ act: 'reveal', minute: n * 4 })), []],
    ['20 by two people', rows(20, (n) => ({ act: 'reveal', user_id: `u${n % 2}` })), []],
    ['60 in a day', rows(60, (n) => ({ act: 'find_number', minute: n * 9.5 })), ['many_reveals_day']],
  ])('are judged for revealed numbers: %s', (_what, input, expected) => {
    expect(findRules(input)).toEqual(expected)
  })

  test('earlier rows help to judge but raise no alert themselves', () => {
    const before = rows(25, (n) => ({ act: 'reveal', minute: -n / 10, isNew: false })).toReversed()
    expect(findRules(before)).toEqual([])
    expect(findAlerts([...before, row({ act: 'reveal', minute: 1 })], new Map())).toMatchObject([
      { rule: 'many_reveals_hour', count: 26, occasion: 'many_reveals_hour:u1:2026-11-26' },
    ])
  })

  test('counts each opened record once', () => {
    expect(findRules(rows(80, (n) => ({ act: 'read', record_id: `r${n % 59}` })))).toEqual([])
    expect(findRules(rows(80, (n) => ({ act: 'read', record_id: `r${n % 60}` })))).toEqual(['many_records'])
    expect(findRules(rows(120, (n) => ({ act: 'read', record_id: `r${n % 60}`, minute: n / 4 })))).toEqual([])
  })

  test('counts refusals of an address without sign-in by the number a row represents', () => {
    const makeRefusedRow = (size: number) => row({ act: 'proof_refused', user_id: null, user_name: '', size })
    expect(
      findAlerts(
        Array.from({ length: 9 }, () => makeRefusedRow(1)),
        new Map(),
      ),
    ).toEqual([])
    expect(findAlerts([makeRefusedRow(1), makeRefusedRow(10)], new Map())).toMatchObject([
      { rule: 'many_refusals', occasion: 'many_refusals:address 10.0.0:2026-11-26', count: 11 },
    ])
  })
})

describe('data leaving the office', () => {
  test('reports each export of many rows separately', () => {
    const out = [999, 1000, 5000].map((size) => row({ act: 'export', size }))
    expect(findRules(out)).toEqual(['large_export', 'large_export'])
    expect(findRules(rows(30, () => ({ act: 'print' })))).toEqual(['many_exports'])
  })
})

describe('unusual times', () => {
  const at = (text: string, rest: Partial<WatchedRow> = {}) => row({ at: text, ...rest })
  test.each([
    ['21:59:59 of a weekday', [at('2026-11-26T21:59:59+09:00')], []],
    ['22:00', [at('2026-11-26T22:00:00+09:00')], ['night']],
    [
      'before and after midnight: one night',
      [at('2026-11-26T23:50:00+09:00'), at('2026-11-27T00:10:00+09:00')],
      ['night'],
    ],
    ['two nights: two alerts', [at('2026-11-26T23:50:00+09:00'), at('2026-11-27T22:10:00+09:00')], ['night', 'night']],
    ['06:00', [at('2026-11-27T06:00:00+09:00')], []],
    ['Sunday in the daytime', [at('2026-11-29T10:00:00+09:00')], ['sunday']],
    ['Sunday night', [at('2026-11-29T23:00:00+09:00')], ['night']],
    ['the end of a session', [at('2026-11-26T23:00:00+09:00', { act: 'session_end' })], []],
    ['nobody signed in', [at('2026-11-26T23:00:00+09:00', { user_id: null, act: 'proof_refused' })], []],
    [
      'viewed in the daytime, reported at night',
      [at('2026-11-26T23:00:00+09:00', { at_device: '2026-11-26T05:00:00Z' })],
      [],
    ],
    [
      'viewed at night, reported in the daytime',
      [at('2026-11-26T10:00:00+09:00', { at_device: '2026-11-25T15:00:00Z' })],
      ['night'],
    ],
    [
      'a device whose clock is ahead',
      [at('2026-11-26T23:00:00+09:00', { at_device: '2027-01-01T03:00:00Z' })],
      ['night'],
    ],
    ['a device with an invalid time', [at('2026-11-26T23:00:00+09:00', { at_device: '어제' })], ['night']],
  ])('%s', (_what, input, expected) => {
    expect(findRules(input)).toEqual(expected)
  })
})

test('no time is unusual on the first day of an office', () => {
  const sunday = [row({ at: '2026-11-29T10:00:00+09:00' }), row({ at: '2026-11-29T23:00:00+09:00' })]
  expect(findAlerts(sunday, new Map(), '2026-11-29')).toEqual([])
  expect(findAlerts(sunday, new Map(), '2026-11-28').map(({ rule }) => rule)).toEqual(['night', 'sunday'])
})

describe('new places', () => {
  test('are reported for a sign-in and a copy from a network new to the user', () => {
    const elsewhere = { address: '203.0.113.9', place: '203.0.113' }
    expect(findRules([row({ act: 'sign_in' }), row({ act: 'copy' })])).toEqual([])
    expect(findRules([row({ act: 'sign_in', ...elsewhere })])).toEqual(['new_place'])
    expect(findRules([row({ act: 'sign_in', ...elsewhere }), row({ act: 'sign_in', ...elsewhere })])).toEqual([
      'new_place',
    ])
    expect(findRules([row({ act: 'copy', ...elsewhere }), row({ act: 'copy', ...elsewhere })])).toEqual(['new_device'])
    expect(findRules([row({ act: 'update', ...elsewhere })])).toEqual([])
  })

  test('nothing is unusual for a new user', () => {
    const nothing = { isNewPerson: true, used: new Set<string>(), copied: new Set<string>() }
    expect(findRules([row({ act: 'sign_in' }), row({ act: 'copy' })], nothing)).toEqual([])
  })
})
