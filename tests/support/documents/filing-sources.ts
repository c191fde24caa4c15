import { computeFilingSums, type ProposedFilings } from '#domain/filings/filing-kinds.ts'
import type { ApplicationValues, FilingParty, FilingSource } from '#domain/filings/filing.ts'
import { newOffice } from '#domain/office/office.ts'

/** A fictional person; nobody has such a number. */
export function createPerson(name: string, overrides: Partial<FilingParty> = {}): FilingParty {
  return {
    id: name,
    party_kind: 'person',
    role: null,
    name,
    num: '900101-1000002',
    num_masked: '900101-1******',
    address: '가람도 솔빛시 해든구 달빛로 12, 101동 1203호 (달빛동, 가온채)',
    position: null,
    business_name: null,
    business_num: null,
    business_owner_name: null,
    share_ratio: 100,
    ...overrides,
  }
}

export function createCorporation(name: string, overrides: Partial<FilingParty> = {}): FilingParty {
  const defaults = { num: '000000-0000001', business_num: '999-99-99999', business_owner_name: '박새론' }
  return createPerson(name, {
    party_kind: 'corporation',
    ...defaults,
    address: '가람도 솔빛시 해든대로 1',
    ...overrides,
  })
}

/** A unit with everything its filings need; `applicationFields` override its application. */
export function createFilingSource(
  applicationFields: Partial<ApplicationValues> = {},
  overrides: Partial<FilingSource> = {},
): FilingSource {
  const application: ApplicationValues = { ...filledApplication, ...applicationFields }
  return {
    application,
    unit: {
      dongho: '101동 1203호',
      dong: '101동',
      immovable_num: '1234-1996-123456',
      dedicated_area: 84.9712,
      land_area: 45.6789,
    },
    group: {
      name: '해든마을 가온채 1단지',
      trust_corporate_name: '가온부동산신탁(주)',
      office: '솔빛지방법원 해든등기소',
    },
    lands: [{ id: 'land', address: '가람도 솔빛시 해든구 달빛동 123-4', land_kind: '대', area: 35123.4 }],
    grantees: [createPerson('김가온')],
    grantors: [createCorporation('달빛건설', { role: 'seller' })],
    bank: {
      id: 'bank',
      name: '해든은행',
      position: '달빛지점',
      corporate_num: '1101110000001',
      address: '가람도 솔빛시 해든대로 7',
      company_num: '000-00-00001',
      owner_name: '이든',
    },
    office: newOffice,
    sums: computeFilingSums(application, proposed),
    ...overrides,
  }
}

const proposed: ProposedFilings = {
  ownership_transfer: { education_tax: 412_300, rural_tax: 0, filing_fee: 18_000, stamp_duty: 150_000 },
  inheritance: { education_tax: 82_000, rural_tax: 0, filing_fee: 20_000 },
  division: { filing_fee: 18_000 },
  mortgage_registration: { education_tax: 132_000, filing_fee: 18_000, bond: 3_300_000 },
  mortgage_cancellation: { registration_tax: 6000, education_tax: 1200, filing_fee: 4000 },
  lease_registration: { registration_tax: 6000, education_tax: 1200, filing_fee: 4000 },
  lease_cancellation: { registration_tax: 6000, education_tax: 1200, filing_fee: 4000 },
}

const filledApplication: ApplicationValues = {
  application_type: 'ownership_transfer',
  registration_cause_date: '2026-09-10',
  cause: null,
  regi_date: '2026-11-20',
  housing_reg_date: null,
  lease_kind: null,
  purpose: '소유권이전',
  dedicated_area: 84.9712,
  transaction_amount: 412_300_000,
  acquisition_tax: 4_535_300,
  registration_tax: null,
  attorney_fee: 540_000,
  other_costs: 30_000,
  claim_amount: 330_000_000,
  debtor: null,
  moved_share: null,
  lease_deposit: null,
  lease_rent: null,
  lease_scope: null,
  lease_period: null,
  cancelled_date: null,
  cancelled_number: null,
  deceased: null,
  taxed_as: 'house',
  heavy_tax: null,
  standard_value: null,
  filing_method: 'paper',
  bond_region: null,
  tax_scope: null,
  contract: true,
  resident_registration: true,
  seal_certificate: true,
  building_ledger: true,
}
