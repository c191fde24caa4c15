import { describe, expect, test } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { createEmptyParty } from '../parties/party-draft.ts'
import {
  type ApplicationDraft,
  copyDraft,
  findObligorWarning,
  hasNoErrors,
  type LoadedUnit,
  startDraft,
  validateApplication,
} from './application-draft.ts'

const today = '2026-11-23'
let created = 0
const defaults = {
  office: { name: '온결 법무사사무소', scrivener: '한온결' },
  today,
  newId: () => `new-${(created += 1)}`,
  mortgagee: null,
}

describe('initial values', () => {
  test('takes owners and counterparties from the unit, with masked numbers', () => {
    const draft = makeCompleteDraft()
    expect(draft.grantees).toMatchObject([{ id: 'o1', name: '김가온', num_masked: '900101-1******', share_ratio: 100 }])
    expect(draft.grantors).toMatchObject([{ id: 'm1', role: 'mortgagee', name: '해든은행', position: '달빛지점' }])
    expect(hasNoErrors(validateApplication(draft, today))).toBe(true)
  })

  test("for a unit without parties, takes the owner's name and the known bank, or else an empty seller", () => {
    const draft = startDraft(makeLoaded({}), null, defaults)
    expect(draft.grantees).toMatchObject([{ name: '김가온', party_kind: 'person', num: null }])
    expect(draft.grantors).toMatchObject([{ name: '', role: 'seller' }])
    const mortgagee = { ...createEmptyParty('grantor', 'b'), name: '해든은행' }
    expect(startDraft(makeLoaded({}), null, { ...defaults, mortgagee }).grantors).toEqual([mortgagee])
  })

  test('opens a saved form unchanged, and copies it as a new one dated today', () => {
    const saved = { ...savedForm, regi_date: '2026-10-01', special_notes: '잔금 후 접수' }
    const draft = startDraft(makeLoaded({}), saved, defaults)
    expect(draft.texts).toMatchObject({ regi_date: '2026-10-01', special_notes: '잔금 후 접수' })
    const copy = copyDraft(draft, { today })
    expect(copy.saved).toBeNull()
    expect(copy.texts).toMatchObject({ regi_date: today, special_notes: '잔금 후 접수' })
  })
})

describe('reasons not to save', () => {
  test('requires type, cause date and filing date', () => {
    const draft = typeTexts(makeCompleteDraft(), { application_type: '', registration_cause_date: '', regi_date: '' })
    expect(validateApplication(draft, today).fields).toEqual({
      application_type: '신청 유형: 필수 항목입니다.',
      registration_cause_date: '등기원인일: 필수 항목입니다.',
      regi_date: '등기신청일(접수일): 필수 항목입니다.',
    })
  })

  test('requires name, number and address of every party, except counterparties without any entry', () => {
    const draft = makeCompleteDraft()
    const nobodyNamed = { name: ' ', address: '', num: null, num_masked: null }
    const grantees = draft.grantees.map((party) => ({ ...party, ...nobodyNamed }))
    const grantors = draft.grantors.map((party) => ({ ...party, ...nobodyNamed }))
    expect(validateApplication({ ...draft, grantees, grantors }, today).parties).toEqual({
      o1: { name: '성명: 필수 항목입니다.', num: '주민등록번호: 필수 항목입니다.', address: '주소: 필수 항목입니다.' },
    })
  })

  test('requires that the shares of parties with the same role add up to a hundred', () => {
    const draft = makeCompleteDraft()
    const two = draft.grantees.flatMap((party) => [party, { ...party, id: 'o2', share_ratio: 50 }])
    expect(validateApplication({ ...draft, grantees: two }, today).hasWrongShares).toBe(true)
    const halves = two.map((party) => ({ ...party, share_ratio: 50 }))
    expect(validateApplication({ ...draft, grantees: halves }, today).hasWrongShares).toBe(false)
    const withSellers = draft.grantors.flatMap((party) => [party, { ...party, id: 's', role: 'seller' as const }])
    expect(validateApplication({ ...draft, grantors: withSellers }, today).hasWrongShares).toBe(false)
  })

  test('asks for a fraction where a percentage does not determine one', () => {
    const draft = makeCompleteDraft()
    const withShares = (...shares: readonly { share_ratio: number; share_fraction: string | null }[]) => {
      const grantees = shares.flatMap((share, index) =>
        draft.grantees.map((party) => ({ ...party, id: `o${index}`, ...share })),
      )
      return validateApplication({ ...draft, grantees }, today)
    }
    const unclear = withShares(
      { share_ratio: 0.73, share_fraction: null },
      { share_ratio: 99.27, share_fraction: null },
    )
    expect(unclear.hasWrongShares).toBe(true)
    expect(Object.values(unclear.parties).map(({ share_ratio: error }) => error)).toEqual([
      expect.stringContaining('분수로 입력해 주세요'),
      expect.stringContaining('분수로 입력해 주세요'),
    ])
    const fractions = withShares(
      { share_ratio: 0.73, share_fraction: '1/137' },
      { share_ratio: 99.27, share_fraction: '136/137' },
    )
    expect([fractions.hasWrongShares, fractions.parties]).toEqual([false, {}])
  })

  test('requires the location of a land', () => {
    const draft = { ...makeCompleteDraft(), lands: [{ id: 'l', texts: { area: '12' } }] }
    expect(validateApplication(draft, today).lands).toEqual({ l: { address: '소재지번: 필수 항목입니다.' } })
  })
})

describe('a missing seller', () => {
  test('warns for a transfer and names who is printed instead', () => {
    expect(findObligorWarning(makeCompleteDraft(), { ...group, trust_corporate_name: null })).toMatch(
      '등기의무자(매도인)를 입력해 주세요.',
    )
    expect(findObligorWarning(makeCompleteDraft(), group)).toMatch('가온부동산신탁(주)')
  })

  test('gives no warning with a seller or without a transfer', () => {
    const draft = makeCompleteDraft()
    const grantors = draft.grantors.map((party) => ({ ...party, role: 'seller' as const }))
    expect(findObligorWarning({ ...draft, grantors }, group)).toBeNull()
    expect(findObligorWarning(typeTexts(draft, { application_type: 'mortgage_registration' }), group)).toBeNull()
  })
})

const base = { version: 1, inserted_at: '', updated_at: '' }
const group = {
  ...base,
  id: 'g',
  name: '달빛스퀘어',
  trust_corporate_name: '가온부동산신탁(주)',
  office: null,
  region: null,
  type: null,
  manager: null,
}
const owner = {
  ...base,
  id: 'o1',
  unit_id: 'u',
  party_kind: 'person',
  owner: '김가온',
  owner_num: null,
  num_masked: '900101-1******',
  owner_address: '가람도 솔빛시 해든구',
  business_name: null,
  business_num: null,
  owner_name: null,
  share: 100,
  place: 0,
}
const mortgagee = {
  ...base,
  id: 'm1',
  unit_id: 'u',
  role: 'mortgagee',
  party_kind: 'corporation',
  name: '해든은행',
  num: null,
  num_masked: '000000-0000001',
  address: '가람도 솔빛시',
  position: '달빛지점',
  company_num: null,
  owner_name: '박새론',
  share: 100,
  place: 0,
}
const savedForm = {
  ...base,
  id: 'a',
  property_id: 'u',
  application_type: 'ownership_transfer',
  cause: null,
  registration_cause_date: '2026-05-04',
  regi_date: today,
  housing_reg_date: null,
  lease_kind: null,
  group_name: '달빛스퀘어',
  dongho: '101동 1203호',
  purpose: null,
  dedicated_area: null,
  lands_json: '[]',
  grantees_json: '[]',
  grantors_json: '[]',
  transaction_amount: null,
  acquisition_tax: null,
  taxed_as: null,
  heavy_tax: null,
  standard_value: null,
  filing_method: null,
  bond_region: null,
  tax_scope: null,
  registration_tax: null,
  attorney_fee: null,
  other_costs: null,
  claim_amount: null,
  debtor: null,
  moved_share: null,
  lease_deposit: null,
  lease_rent: null,
  lease_scope: null,
  lease_period: null,
  cancelled_date: null,
  cancelled_number: null,
  deceased: null,
  special_notes: null,
  contract: false,
  id_card: false,
  resident_registration: false,
  seal_certificate: false,
  property_registration: false,
  building_ledger: false,
}

function makeLoaded(overrides: Partial<LoadedUnit>): LoadedUnit {
  const unit = {
    ...base,
    id: 'u',
    group_id: 'g',
    dongho: '101동 1203호',
    dong: '101동',
    ho: '1203호',
    owner: '김가온',
    regi_date: null,
    purpose: '소유권이전',
    dedicated_area: 84.97,
    land_area: 45.6,
    immovable_num: null,
    price: 350_000_000,
    total_tax: null,
    transfer_ownership_receipt_num: null,
    transfer_ownership_status: null,
    total_ownership_fee: null,
    mortgage_receipt_num: null,
    mortgage_status: null,
    mortgage_bank_id: null,
    total_mortgage_fee: null,
    claim_amount: null,
    contract_date: '2026-05-04',
    housing_reg_date: null,
    ownership_lawyer: '법무사 한온결',
    receipted_at: null,
    registrated_at: null,
    address_id: null,
  }
  return { unit, group, bank: undefined, lands: [], owners: [], mortgages: [], applications: [], ...overrides }
}

function makeCompleteDraft(): ApplicationDraft {
  return startDraft(makeLoaded({ owners: [makeRow(owner)], mortgages: [makeRow(mortgagee)] }), null, defaults)
}

function makeRow(record: AnyRecord): SourceRow {
  return { id: record.id, record, joined: {}, marks: {}, state: 'plain', isOutside: false }
}

function typeTexts(draft: ApplicationDraft, texts: Record<string, string>): ApplicationDraft {
  return { ...draft, texts: { ...draft.texts, ...texts } }
}
