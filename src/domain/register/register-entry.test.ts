import { expect, test } from 'vitest'
import { addMonths } from '#domain/dates/calendar.ts'
import { findRegisterIssues, findWaitingIssues } from './issues.ts'
import { findCloseRefusal, findReportDue, sumMonths } from './months.ts'
import { deriveEntry, formatClients, longMandateRemark, type RegisteredCase } from './register-entry.ts'

const mandate = {
  purpose: '소유권이전',
  fees: 300_000,
  mandated_at: null,
  verified_by: null,
  client_birth: null,
  client_others: null,
  closed_at: null,
  registrated_at: null,
  inserted_at: '2025-12-31T15:00:00+00:00',
}
const realEstate: RegisteredCase = {
  book: 'real-estate',
  record: { ...mandate, owner: '김가온', owner_address: '솔빛시 가온로 1' },
}
const deposit = { ...mandate, client_name: null, client_address: null, deposit_name: null, owner_name: '박새론' }

test('a case was mandated on the Korean day on which it was made, unless it says otherwise', () => {
  expect(deriveEntry(realEstate, '2026-01-02')).toMatchObject({ mandated_on: '2026-01-01', remark: null })
  const typed = { ...realEstate, record: { ...realEstate.record, mandated_at: '2025-12-24' } }
  expect(deriveEntry(typed as RegisteredCase, '2026-01-02').mandated_on).toBe('2025-12-24')
})

test('the client of a deposit case is the one named, else the depositor, else the owner', () => {
  const clientOf = (fields: object) =>
    deriveEntry({ book: 'deposit-cases', record: { ...deposit, ...fields } }, '2026-01-02').client
  expect(clientOf({})).toBe('박새론')
  expect(clientOf({ deposit_name: '누리철도건설단' })).toBe('누리철도건설단')
  expect(clientOf({ deposit_name: '누리철도건설단', client_name: '이든' })).toBe('이든')
})

test.each([
  [null, '2026-02-28', null],
  [null, '2026-03-01', longMandateRemark],
  ['2026-02-28', '2026-12-31', null],
  ['2026-03-01', '2026-03-01', longMandateRemark],
])('a mandate of 1 January that ended on %s has on %s the remark %s', (closed_at, today, remark) => {
  const record = { ...mandate, closed_at, owner: null, owner_address: null }
  expect(deriveEntry({ book: 'real-estate', record }, today).remark).toBe(remark)
})

test('a month later is the last day of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
  expect(addMonths('2026-12-15', 2)).toBe('2027-02-15')
  expect(addMonths('2026-01-15', -2)).toBe('2025-11-15')
})

test('several clients are one with 생년월일 and the number of the others', () => {
  const client = { client: '이든', client_birth: '1970-01-02', client_others: 2 }
  expect(formatClients(client)).toBe('이든 (1970. 1. 2.) 외 2명')
  expect(formatClients({ ...client, client_birth: null })).toBe('이든 외 2명')
  expect(formatClients({ ...client, client_others: null })).toBe('이든')
})

test('issues name what is missing or late; a cancelled entry has none', () => {
  const complete = {
    serial: 3,
    mandated_on: '2026-01-31',
    entered_on: '2026-02-28',
    matter: '소유권이전',
    fee: 0,
    client: '이든',
    client_birth: null,
    client_others: null,
    client_address: '가상시',
    verification: 'passport',
    is_cancelled: false,
    differs: false,
  }
  expect(findRegisterIssues(complete)).toEqual([])
  expect(findRegisterIssues({ ...complete, entered_on: '2026-03-01' })).toEqual(['late'])
  expect(findRegisterIssues({ ...complete, client_others: 1 })).toEqual(['no_birth'])
  const poor = { ...complete, verification: null, client_address: ' ', fee: null, differs: true }
  expect(findRegisterIssues(poor)).toEqual(['no_verification', 'no_address', 'no_fee', 'differs'])
  expect(findRegisterIssues({ ...poor, is_cancelled: true })).toEqual([])
  expect(findWaitingIssues(realEstate, '2026-01-02')).toEqual(['waiting', 'no_verification'])
})

test('월계 and 누계 leave out cancelled entries', () => {
  const months = sumMonths([
    { entered_on: '2026-01-03', fee: 100, is_cancelled: false },
    { entered_on: '2026-01-04', fee: 50, is_cancelled: true },
    { entered_on: '2026-03-01', fee: null, is_cancelled: false },
  ])
  expect(months[0]).toEqual({ month: 1, count: 1, fees: 100, total_count: 1, total_fees: 100 })
  expect(months[1]).toMatchObject({ count: 0, total_count: 1 })
  expect(months[11]).toMatchObject({ count: 0, total_count: 2, total_fees: 100 })
})

test('a month is closed once it is over and those before it are closed', () => {
  const today = '2026-02-10'
  expect(findCloseRefusal({ year: 2026, month: 1 }, { today, isEarlierOpen: false })).toBeNull()
  expect(findCloseRefusal({ year: 2026, month: 2 }, { today, isEarlierOpen: false })).toMatch('끝나지 않은')
  expect(findCloseRefusal({ year: 2026, month: 1 }, { today, isEarlierOpen: true })).toMatch('앞선 달')
})

test.each([
  ['2027-01-01', [], null],
  ['2027-01-02', [], { year: 2026, due_on: '2027-01-15', days: 13 }],
  ['2027-02-01', [2025], { year: 2026, due_on: '2027-01-15', days: -17 }],
  ['2027-01-10', [2026], null],
])('on %s with the reports of %j sent, the due report is %j', (today, sentYears, due) => {
  expect(findReportDue(today, { sentYears, firstEntry: '2026-05-01' })).toEqual(due)
  expect(findReportDue(today, { sentYears, firstEntry: null })).toBeNull()
})
