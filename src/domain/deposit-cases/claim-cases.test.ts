import { expect, test } from 'vitest'
import type { DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import type { RealEstateRecord } from '#contract/books/real-estate.ts'
import {
  completedState,
  depositClaimStates,
  filterBilled,
  filterOffered,
  listDepositClaim,
  listGroupClaim,
} from './claim-cases.ts'

const costs = { fees: 100, fees_vat: 10, proof: null, tax: null, stamp: null }
const days = { receipted_at: null, created_at: null, registrated_at: null }

function makeCase(id: string, fields: Partial<DepositCaseRecord>): DepositCaseRecord {
  const empty = { business_section: '가', owner_name: id, address: '', status: null, cost_request_at: null }
  return { id, ...empty, ...costs, ...days, ...fields } as DepositCaseRecord
}

const ids = (cases: readonly { id: string }[]) => cases.map(({ id }) => id)

test('bills the completed cases of the project that were not claimed, and others only when chosen', () => {
  const cases = listDepositClaim(
    [
      makeCase('unfiled', { status: 'completed' }),
      makeCase('later', { status: 'completed', created_at: '2026-11-02' }),
      makeCase('first', { status: 'completed', created_at: '2026-11-01' }),
      makeCase('claimed', { status: 'completed', cost_request_at: '2026-11-03' }),
      makeCase('cancelled', { status: 'cancelled' }),
      makeCase('stateless', {}),
      makeCase('other', { status: 'completed', business_section: '나' }),
    ],
    { project: '가', range: {} },
  )
  const choice = { isUnclaimedOnly: true, states: [completedState], except: [] }
  expect(ids(filterBilled(cases, choice))).toEqual(['first', 'later', 'unfiled'])
  expect(ids(filterBilled(cases, { ...choice, except: ['later'] }))).toEqual(['first', 'unfiled'])
  expect(ids(filterOffered(cases, { ...choice, states: ['cancelled', 'none'] }))).toEqual(['cancelled', 'stateless'])
  expect(ids(filterBilled(cases, { ...choice, isUnclaimedOnly: false }))).toContain('claimed')
})

test('offers the completed state first', () => {
  expect(depositClaimStates.map(({ label }) => label)).toEqual([
    '완료',
    '대기',
    '조사중',
    '감정평가중',
    '취소',
    '보류',
    '상태 없음',
  ])
})

test('a case of a group is completed when its 등기필증 arrived', () => {
  const make = (id: string, registrated_at: string | null) =>
    ({ id, group_id: 'g', owner: null, purpose: null, ...costs, ...days, registrated_at }) as RealEstateRecord
  const cases = listGroupClaim([make('a', '2026-11-01'), make('b', null)], { project: 'g', range: {} })
  expect(cases.map(({ id, state, sum }) => [id, state, sum])).toEqual([
    ['a', 'completed', 110],
    ['b', 'open', 110],
  ])
})
