import type { SurveyLand, SurveySource } from '#domain/compensation/survey-rows.ts'
import { newOffice } from '#domain/office/office.ts'
import type { DocumentOwner, OfficialDocumentSource } from '#domain/official-documents/document-source.ts'

/** A fictional parcel with everything a survey needs. */
export function createSurveyLand(overrides: Partial<SurveyLand> = {}): SurveyLand {
  return {
    id: 'land',
    address: '가람도 솔빛시 해든구 달빛동',
    lot: '123-4',
    land_kind: '대',
    area: 330.5,
    taken_area: 120,
    unit_price: 350_000,
    compensation: null,
    interested: '해든은행 (근저당권설정)',
    ...overrides,
  }
}

export function createDocumentOwner(name: string, overrides: Partial<DocumentOwner> = {}): DocumentOwner {
  return {
    id: name,
    name,
    num_masked: '900101-1******',
    share: null,
    party_kind: 'person',
    num: '900101-1000002',
    address: '가람도 솔빛시 해든구 달빛로 12, 101동 1203호 (달빛동, 가온채)',
    ...overrides,
  }
}

/** An address with everything its papers need. */
export function createDocumentSource(overrides: Partial<OfficialDocumentSource> = {}): OfficialDocumentSource {
  return {
    address: {
      id: 'address',
      num: '1234-1996-123456',
      jibun: '가람도 솔빛시 해든구 달빛동 123-4',
      address: '달빛로 12',
      owner_name: '김가온',
      regi_office: '솔빛지방법원 공탁계',
      purpose: '공탁',
      fees: 300_000,
      fees_vat: 30_000,
      proof: 5000,
      tax: null,
      stamp: 18_000,
      deposit_name: null,
      deposit_number: '2026년 금 제1234호',
      deposit_amount: null,
    },
    owners: [createDocumentOwner('김가온')],
    lands: [createSurveyLand()],
    buildings: [],
    project: '가온–솔빛 고속도로 제1공구',
    developer: { name: '가상도로공사', address: '가람도 솔빛시 해든대로 7', num: '000000-0000001' },
    manager: { name: '박새론', position: '과장', department: '보상1부', telephone: '02-000-0000' },
    office: { ...newOffice, account: '해든은행 000-000-000000 온결 법무사사무소' },
    details: {
      consultation_from: '2026-12-01',
      consultation_to: '2026-12-31',
      consultation_place: '가상도로공사 보상1부',
      consultation_method: '방문 또는 우편',
      payment_time: '소유권이전등기를 마친 뒤 14일 이내',
      deposit_ground: 'refused',
      ruling_committee: '중앙토지수용위원회',
      ruling_day: '2026-10-01',
      use_day: '2026-11-30',
      bank: '해든은행 달빛지점',
    },
    today: '2026-11-20',
    documentNumber: '온결법무 2026-0001호',
    ...overrides,
  }
}

/**
 * Seven owners of a seventh each, including one with a name in Hanja and, last, a company with a
 * name of thirty characters.
 */
export function createSevenOwners(): DocumentOwner[] {
  const names = ['金가온', '박새론', '이든', '하람', '도담', '나래', longCompany]
  return names.map((name) => createDocumentOwner(name, { share: '공유자 지분 7분의 1' }))
}

export const longCompany = '주식회사 해든달빛누리가람하늘별빛온누리부동산개발투자금융지주사'

export function createFiveLands(): SurveyLand[] {
  return Array.from({ length: 5 }, (_, index) =>
    createSurveyLand({
      id: `land-${index}`,
      lot: `산 12-${index + 1}`,
      land_kind: '임야',
      area: 1204.5 + index,
      taken_area: 330.7,
    }),
  )
}

export function createSurveySource(overrides: Partial<SurveySource> = {}): SurveySource {
  return { ...createDocumentSource(), ...overrides }
}
