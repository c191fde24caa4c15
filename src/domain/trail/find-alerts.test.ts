import { describe, expect, test } from 'vitest'
import { findAlerts, type KnownLocations, type WatchedRow } from './find-alerts.ts'

const noon = Date.parse('2026-11-26T12:00:00+09:00')
let seq = 0
const createRow = (input: Partial<WatchedRow> & { minute?: number }): WatchedRow => {
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
const createRows = (count: number, of: (n: number) => Parameters<typeof createRow>[0]) =>
  Array.from({ length: count }, (_, n) => createRow(of(n)))
const known: KnownLocations = { isNewPerson: false, used: new Set(['10.0.0']), copied: new Set(['10.0.0']) }
const findRules = (input: readonly WatchedRow[], places: KnownLocations = known) =>
  findAlerts(input, new Map([['u1', places]])).map(({ rule }) => rule)

describe('many acts of one kind', () => {
  test.each([
    [
      '20 within an hour that spans two clock hours',
      createRows(20, (n) => ({ act: 'reveal', minute: 30 + n * 3 })),
      ['many_reveals_hour'],
    ],
    ['19 in an hour', createRows(19, () => ({ act: 'reveal' })), []],
    ['20 in more than an hour', createRows(20, (n) => ({ act: 'reveal', minute: n * 4 })), []],
    ['20 by two people', createRows(20, (n) => ({ act: 'reveal', user_id: `u${n % 2}` })), []],
    ['60 in a day', createRows(60, (n) => ({ act: 'find_number', minute: n * 9.5 })), ['many_reveals_day']],
  ])('are judged for revealed numbers: %s', (_what, input, expected) => {
    expect(findRules(input)).toEqual(expected)
  })

  test('earlier rows help to judge but raise no alert themselves', () => {
    const before = createRows(25, (n) => ({ act: 'reveal', minute: -n / 10, isNew: false })).toReversed()
    expect(findRules(before)).toEqual([])
    expect(findAlerts([...before, createRow({ act: 'reveal', minute: 1 })], new Map())).toMatchObject([
      { rule: 'many_reveals_hour', count: 26, occasion: 'many_reveals_hour:u1:2026-11-26' },
    ])
  })

  test('counts each opened record once', () => {
    expect(findRules(createRows(80, (n) => ({ act: 'read', record_id: `r${n % 59}` })))).toEqual([])
    expect(findRules(createRows(80, (n) => ({ act: 'read', record_id: `r${n % 60}` })))).toEqual(['many_records'])
    expect(findRules(createRows(120, (n) => ({ act: 'read', record_id: `r${n % 60}`, minute: n / 4 })))).toEqual([])
  })

  test('counts refusals of an address without sign-in by the number a row represents', () => {
    const makeRefusedRow = (size: number) => createRow({ act: 'proof_refused', user_id: null, user_name: '', size })
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
    const out = [999, 1000, 5000].map((size) => createRow({ act: 'export', size }))
    expect(findRules(out)).toEqual(['large_export', 'large_export'])
    expect(findRules(createRows(30, () => ({ act: 'print' })))).toEqual(['many_exports'])
  })
})

describe('unusual times', () => {
  const createRowAt = (text: string, rest: Partial<WatchedRow> = {}) => createRow({ at: text, ...rest })
  test.each([
    ['21:59:59 of a weekday', [createRowAt('2026-11-26T21:59:59+09:00')], []],
    ['22:00', [createRowAt('2026-11-26T22:00:00+09:00')], ['night']],
    [
      'before and after midnight: one night',
      [createRowAt('2026-11-26T23:50:00+09:00'), createRowAt('2026-11-27T00:10:00+09:00')],
      ['night'],
    ],
    [
      'two nights: two alerts',
      [createRowAt('2026-11-26T23:50:00+09:00'), createRowAt('2026-11-27T22:10:00+09:00')],
      ['night', 'night'],
    ],
    ['06:00', [createRowAt('2026-11-27T06:00:00+09:00')], []],
    ['Sunday in the daytime', [createRowAt('2026-11-29T10:00:00+09:00')], ['sunday']],
    ['Sunday night', [createRowAt('2026-11-29T23:00:00+09:00')], ['night']],
    ['the end of a session', [createRowAt('2026-11-26T23:00:00+09:00', { act: 'session_end' })], []],
    ['nobody signed in', [createRowAt('2026-11-26T23:00:00+09:00', { user_id: null, act: 'proof_refused' })], []],
    [
      'viewed in the daytime, reported at night',
      [createRowAt('2026-11-26T23:00:00+09:00', { at_device: '2026-11-26T05:00:00Z' })],
      [],
    ],
    [
      'viewed at night, reported in the daytime',
      [createRowAt('2026-11-26T10:00:00+09:00', { at_device: '2026-11-25T15:00:00Z' })],
      ['night'],
    ],
    [
      'a device whose clock is ahead',
      [createRowAt('2026-11-26T23:00:00+09:00', { at_device: '2027-01-01T03:00:00Z' })],
      ['night'],
    ],
    ['a device with an invalid time', [createRowAt('2026-11-26T23:00:00+09:00', { at_device: '어제' })], ['night']],
  ])('%s', (_what, input, expected) => {
    expect(findRules(input)).toEqual(expected)
  })
})

test('no time is unusual on the first day of an office', () => {
  const sunday = [createRow({ at: '2026-11-29T10:00:00+09:00' }), createRow({ at: '2026-11-29T23:00:00+09:00' })]
  expect(findAlerts(sunday, new Map(), '2026-11-29')).toEqual([])
  expect(findAlerts(sunday, new Map(), '2026-11-28').map(({ rule }) => rule)).toEqual(['night', 'sunday'])
})

describe('new places', () => {
  test('are reported for a sign-in and a copy from a network new to the user', () => {
    const elsewhere = { address: '203.0.113.9', place: '203.0.113' }
    expect(findRules([createRow({ act: 'sign_in' }), createRow({ act: 'copy' })])).toEqual([])
    expect(findRules([createRow({ act: 'sign_in', ...elsewhere })])).toEqual(['new_place'])
    expect(
      findRules([createRow({ act: 'sign_in', ...elsewhere }), createRow({ act: 'sign_in', ...elsewhere })]),
    ).toEqual(['new_place'])
    expect(findRules([createRow({ act: 'copy', ...elsewhere }), createRow({ act: 'copy', ...elsewhere })])).toEqual([
      'new_device',
    ])
    expect(findRules([createRow({ act: 'update', ...elsewhere })])).toEqual([])
  })

  test('nothing is unusual for a new user', () => {
    const nothing = { isNewPerson: true, used: new Set<string>(), copied: new Set<string>() }
    expect(findRules([createRow({ act: 'sign_in' }), createRow({ act: 'copy' })], nothing)).toEqual([])
  })
})
