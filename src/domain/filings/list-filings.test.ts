import { describe, expect, test } from 'vitest'
import { createCorporation, createFilingSource, createPerson } from '#tests/support/documents/filing-sources.ts'
import { computeCostItems } from './cost-statement.ts'
import { computeFilingSums } from './filing-kinds.ts'
import { buildPowerOfAttorney } from './filing-sides.ts'
import type { ApplicationValues, FilingSource } from './filing.ts'
import { listFilings } from './list-filings.ts'

const listMissingTexts = (source: FilingSource, part = 0) =>
  listFilings(source)[part]?.missing.map(({ box, words: ask }) => `${box}: ${ask}`)
const listParties = (source: FilingSource, part = 0) => listFilings(source)[part]?.lists['parties']
const listEnclosed = (own: Partial<ApplicationValues>, overrides: Partial<FilingSource> = {}, part = 0) =>
  Object.fromEntries(
    listFilings(createFilingSource(own, overrides))[part]?.lists['enclosures']?.map(([name = '', copies = '']) => [
      name.slice(2),
      copies.trim(),
    ]) ?? [],
  )

test('lists one application per part of a composite type, in legal order', () => {
  const filings = listFilings(
    createFilingSource({
      application_type: 'lease_registration-mortgage_registration-ownership_transfer',
      housing_reg_date: '2026-10-02',
    }),
  )
  expect(filings.map(({ part }) => part)).toEqual(['ownership_transfer', 'mortgage_registration', 'lease_registration'])
  expect(filings.map(({ texts }) => texts['enclosures_note'] !== '')).toEqual([false, true, true])
})

test('lists nothing as missing for a completely known unit', () => {
  expect(listMissingTexts(createFilingSource())).toEqual([])
})

describe('sides of a filing', () => {
  test('never prints the mortgagee as the seller but the trust company, with a request to check it', () => {
    const source = createFilingSource({}, { grantors: [createCorporation('해든은행', { role: 'mortgagee' })] })
    expect(listParties(source)?.[0]).toEqual(['등기의무자', '가온부동산신탁(주)', '', '', ''])
    expect(listMissingTexts(source)).toEqual([
      '등기의무자: 매도인을 입력하지 않아 신탁회사(가온부동산신탁(주))로 인쇄합니다. 법인등록번호와 주소를 확인해 주세요.',
    ])
  })

  test('without seller and trust company the box stays empty, with a warning', () => {
    const source = createFilingSource(
      {},
      { grantors: [], group: { name: '가온채', trust_corporate_name: null, office: null } },
    )
    expect(listParties(source)?.[0]).toEqual(['등기의무자', '', '', '', ''])
    expect(listMissingTexts(source)).toEqual([
      '등기의무자: 등기의무자(매도인)를 입력해 주세요.',
      '등기소: 사업구간에 관할등기소를 입력해 주세요.',
    ])
  })

  test("a mortgage is granted by the owner to the unit's bank, unless a grantor is the mortgagee", () => {
    const own = { application_type: 'mortgage_registration', registration_tax: 660_000 }
    expect(listParties(createFilingSource(own))?.map(([side, name]) => [side, name])).toEqual([
      ['등기의무자', '김가온'],
      ['등기권리자', '해든은행\n대표자 이든\n(취급지점 달빛지점)'],
    ])
    const named = createFilingSource(own, { grantors: [createCorporation('누리상호금융', { role: 'mortgagee' })] })
    expect(listParties(named)?.[1]?.[1]).toBe('누리상호금융\n대표자 박새론')
    expect(listMissingTexts(createFilingSource(own, { bank: null, grantors: [] }))).toContain(
      '등기권리자: 근저당권자(은행)를 입력해 주세요.',
    )
  })

  test('prints numbers in full or not at all', () => {
    const source = createFilingSource({}, { grantees: [createPerson('김가온', { num: null, address: '' })] })
    expect(listParties(source)?.[1]).toEqual(['등기권리자', '김가온', '', '', ''])
    expect(listMissingTexts(source)).toEqual([
      '등기권리자: 김가온의 주민등록번호를 입력해 주세요.',
      '등기권리자: 김가온의 주소를 입력해 주세요.',
    ])
    expect(JSON.stringify(listFilings(source))).not.toContain('******')
  })

  test('several owners hold fractions', () => {
    const three = [33.33, 33.33, 33.34].map((shareRatio, index) =>
      createPerson(`소유자${index}`, { share_ratio: shareRatio }),
    )
    expect(
      listParties(createFilingSource({}, { grantees: three }))
        ?.slice(1)
        .map((row) => row[4]),
    ).toEqual(['3분의 1', '3분의 1', '3분의 1'])
  })

  test('leaves a share without a known fraction empty and asks for it', () => {
    const two = [0.73, 99.27].map((shareRatio, index) => createPerson(`소유자${index}`, { share_ratio: shareRatio }))
    const source = createFilingSource({}, { grantees: two })
    expect(listParties(source)?.map((row) => row[4])).toEqual(['', '', ''])
    expect(listMissingTexts(source)).toContain('등기권리자: 소유자0의 지분 0.73%를 분수로 입력해 주세요. (예: 3/7)')
    const typed = two.map((party, index) => ({ ...party, share_fraction: ['1/137', '136/137'][index] ?? null }))
    expect(listParties(createFilingSource({}, { grantees: typed }))?.map((row) => row[4])).toEqual([
      '',
      '137분의 1',
      '137분의 136',
    ])
  })

  test('asks for the bond region when the address does not show it', () => {
    const source = createFilingSource({ standard_value: 200_000_000 })
    const sums = source.sums?.ownership_transfer
    if (!sums) throw new Error('a transfer has sums')
    const bondSource = { ...source, sums: { ownership_transfer: { ...sums, standard_value: 200_000_000, bond: null } } }
    expect(listMissingTexts(bondSource)?.join()).toContain('국민주택채권매입금액: 채권 매입 지역을 선택해 주세요.')
  })
})

test.each<[string, Partial<ApplicationValues>, string]>([
  ['the 부기등기 for registered rental housing', { housing_reg_date: '2026-10-02' }, '민간임대주택 부기등기신청'],
  [
    'a lease for registered rental housing if chosen',
    { housing_reg_date: '2026-10-02', lease_kind: 'lease' },
    '임차권설정등기신청',
  ],
  ['a lease for unregistered housing', {}, '임차권설정등기신청'],
  [
    'the 부기등기 for unregistered housing if chosen',
    { lease_kind: 'rental_housing_note' },
    '민간임대주택 부기등기신청',
  ],
])('임차권(임대주택): %s', (_, own, title) => {
  expect(listFilings(createFilingSource({ ...own, application_type: 'lease_registration' }))[0]?.texts['title']).toBe(
    title,
  )
})

describe('첨부서면', () => {
  test('a transfer has as many copies as parties and lands', () => {
    const { lands } = createFilingSource()
    expect(
      listEnclosed({}, { grantees: [createPerson('가'), createPerson('나')], lands: [...lands, ...lands] }),
    ).toEqual({
      매매계약서: '1 통',
      부동산거래계약신고필증: '1 통',
      취득세영수필확인서: '1 통',
      등기신청수수료영수필확인서: '1 통',
      전자수입인지: '1 통',
      '인감증명서(매도용)': '1 통',
      주민등록표초본: '2 통',
      법인등기사항증명서: '1 통',
      토지대장등본: '2 통',
      건축물대장등본: '1 통',
      '등기필증(등기필정보)': '1 통',
      위임장: '1 통',
      '등기의무자 확인 및 자필서명 정보': '1 통',
    })
  })

  test('an unticked enclosure has no number and is reported', () => {
    const own = { contract: false, seal_certificate: false, resident_registration: false, building_ledger: false }
    expect(listEnclosed(own)).toMatchObject({ 매매계약서: '통', '인감증명서(매도용)': '통', 위임장: '1 통' })
    expect(listMissingTexts(createFilingSource(own))).toEqual([
      '첨부서면: 아직 확인하지 않은 서류: 매매계약서, 부동산거래계약신고필증, 인감증명서(매도용), 주민등록표초본, 토지대장등본, 건축물대장등본',
    ])
  })

  test("a rental dwelling's note has no obligor and so neither seal nor title", () => {
    const names = Object.keys(listEnclosed({ application_type: 'lease_registration', housing_reg_date: '2026-10-02' }))
    expect(names).toContain('임대사업자등록증')
    expect(names.filter((name) => /인감|등기필|자필/.test(name))).toEqual([])
  })
})

test('typed taxes take precedence over proposed ones and belong to the first filing of their kind', () => {
  const { application } = createFilingSource({
    application_type: 'ownership_transfer-mortgage_registration-lease_registration',
    acquisition_tax: 4_000_000,
    registration_tax: 660_000,
  })
  const sums = computeFilingSums(application, {
    ownership_transfer: { acquisition_tax: 1 },
    mortgage_registration: { filing_fee: 18_000 },
    lease_registration: { registration_tax: 6000 },
  })
  expect(sums.ownership_transfer).toMatchObject({ acquisition_tax: 4_000_000, registration_tax: null })
  expect(sums.mortgage_registration).toMatchObject({ registration_tax: 654_000, filing_fee: 18_000 })
  expect(sums.lease_registration).toMatchObject({ registration_tax: 6000, education_tax: null })
})

test('the statement adds up fee, VAT, costs, and taxes and fees of all filings', () => {
  const source = createFilingSource({
    application_type: 'ownership_transfer-mortgage_registration',
    registration_tax: 660_000,
  })
  expect(computeCostItems(source)).toEqual({
    fees: 540_000,
    fees_vat: 54_000,
    other_costs: 30_000,
    tax: 4_535_300 + 412_300 + 660_000 + 132_000,
    stamp: 18_000 + 150_000 + 18_000,
    total: 540_000 + 54_000 + 30_000 + 5_739_600 + 186_000,
  })
})

test('a 위임장 names its filing and everybody on both sides', () => {
  const source = createFilingSource({ application_type: 'mortgage_registration' })
  const [filing] = listFilings(source)
  const power = filing && buildPowerOfAttorney(source, filing)
  expect(power?.texts).toMatchObject({ purpose: '근저당권 설정', cause: '2026년 9월 10일 근저당권설정계약' })
  expect(power?.lists['givers']?.map(([role, who, seal]) => [role, who?.split('\n')[0], seal])).toEqual([
    ['등기의무자', '김가온', '㊞\n(인감)'],
    ['등기권리자', '해든은행 대표자 이든 (취급지점 달빛지점)', '㊞'],
  ])
})

test("the office's notes appear on no form", () => {
  const own = { ...createFilingSource().application, special_notes: '잔금 지연 주의' } as ApplicationValues
  expect(JSON.stringify(listFilings(createFilingSource(own)))).not.toContain('잔금')
})
