import { expect, test } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import { addParty, createEmptyParty, removeParty, sumRoleShares, toPartyDrafts, toPartyFields } from './party-draft.ts'

const makeParty = (id: string, role: 'mortgagee' | 'seller' | null) => ({ ...createEmptyParty('grantor', id), role })

test('splits shares equally after a party is added or removed, the last one with the remainder', () => {
  const oneParty = [makeParty('a', null)]
  const three = addParty(addParty(oneParty, makeParty('b', null)), makeParty('c', null))
  expect(three.map(({ share_ratio }) => share_ratio)).toEqual([33.33, 33.33, 33.34])
  expect(removeParty(three, 'b').map(({ share_ratio }) => share_ratio)).toEqual([50, 50])
  expect(removeParty(oneParty, 'a')).toEqual([])
})

test('never splits shares between a seller and a bank', () => {
  const parties = addParty([makeParty('bank', 'mortgagee')], makeParty('seller', 'seller'))
  expect(parties.map(({ share_ratio }) => share_ratio)).toEqual([100, 100])
  expect(sumRoleShares(parties, { role: 'seller' })).toBeNull()
  const sellers = addParty(parties, makeParty('other', 'seller'))
  expect(sellers.map(({ share_ratio }) => share_ratio)).toEqual([100, 50, 50])
  expect(sumRoleShares(sellers, { role: 'seller' })).toBe(100)
})

const base = { version: 1, inserted_at: '', updated_at: '' }

test('converts a record to a party and back without loss', () => {
  const owner: AnyRecord = {
    ...base,
    id: 'a',
    unit_id: 'u',
    party_kind: 'corporation',
    owner: '주식회사 달빛',
    num_masked: '110111-0062432',
    owner_num: 'number:x',
    owner_address: '달빛동 1',
    business_name: '달빛',
    business_num: '000-00-00001',
    owner_name: '김가온',
    share: 42.86,
    share_fraction: '3/7',
    place: 1,
  }
  const [grantee] = toPartyDrafts('grantee', [owner])
  if (!grantee) throw new Error('no party')
  const { unit_id: _unit, id: _id, version: _version, inserted_at: _made, updated_at: _written, ...fields } = owner
  expect(toPartyFields('grantee', grantee, 1)).toEqual(fields)
  const bank: AnyRecord = {
    ...base,
    id: 'b',
    unit_id: 'u',
    role: 'mortgagee',
    party_kind: 'corporation',
    name: '해든은행',
    num: null,
    num_masked: null,
    address: null,
    position: '달빛지점',
    company_num: null,
    owner_name: null,
    share: 100,
    place: 1,
  }
  const [grantor] = toPartyDrafts('grantor', [bank])
  expect(grantor && toPartyFields('grantor', grantor, 1)).toMatchObject({
    name: '해든은행',
    role: 'mortgagee',
    position: '달빛지점',
  })
})

test('splits shares equally if none is recorded', () => {
  const makeOwner = (id: string): AnyRecord => ({ ...base, id, owner: id, share: null })
  expect(toPartyDrafts('grantee', [makeOwner('a'), makeOwner('b')]).map(({ share_ratio }) => share_ratio)).toEqual([
    50, 50,
  ])
})
