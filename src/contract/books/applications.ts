import { choice, date, flag, number, text, won } from './field-builders.ts'
import type { Book, RecordOf } from './field.ts'
import type { Wording } from './wordings.ts'

/**
 * Application form 등기신청서 of a unit: the decisions of staff for one filing. A composite type is
 * several applications in legal order, all drawn from this one record. A unit may have several
 * forms; the newest is printed.
 *
 * Lands and parties are stored as JSON (`…_json`) as they were at the save, without resident
 * numbers. The print looks these up by the party's id; no other code does.
 */
export const applicationBook = {
  name: 'applications',
  label: '등기신청서',
  noun: '신청서',
  // `/application` itself is the plain client's call (../applications/applications.ts).
  path: '/api/mysql/realestate/application_form/',
  screen: { path: '/services/real-estate', search: { tab: 'address' } },
  isPart: true,
  filters: [{ key: 'property_id', field: 'property_id', op: 'one_of' }],
  deleteQuestion: "'{subject}' 신청서를 삭제하시겠습니까?",
  wordings: {
    create: applicationWording('작성'),
    update: applicationWording('수정'),
    delete: applicationWording('삭제'),
  },
  groups: { basic: '기본정보', party: '당사자', cost: '비용', other: '특이사항', documents: '첨부서류 확인' },
  fields: [
    {
      key: 'property_id',
      label: '세대',
      kind: 'reference',
      group: 'basic',
      required: true,
      refers: { collection: 'real-estate-units', label: 'dongho', isSubject: true },
    },
    // Parts joined by a hyphen; any combination is accepted and gets a label
    // (applications/application.ts).
    text('application_type', '신청 유형', 200, { required: true, readsAs: 'application_type' }),
    date('registration_cause_date', '등기원인일', { required: true }),
    // 매매, 증여, 협의분할에 의한 상속 …; if empty, the default cause of the type applies.
    text('cause', '등기원인', 50),
    date('regi_date', '등기신청일(접수일)', { required: true }),
    date('housing_reg_date', '임대주택 등록일'),
    choice('lease_kind', '임차권등기 종류', {}, [
      { value: 'rental_housing_note', label: '민간임대주택 부기등기' },
      { value: 'lease', label: '임차권설정' },
    ]),
    // As the unit was when the form was saved.
    text('group_name', '단지명', 100),
    text('dongho', '동호수', 50),
    text('purpose', '등기목적', 100),
    number('dedicated_area', '전용면적(㎡)', { min: 0, scale: 4 }),
    text('lands_json', '토지', 20_000, { readsAs: 'lands' }),
    text('grantees_json', '등기권리자', 40_000, { group: 'party', masks: 'whole', readsAs: 'parties' }),
    text('grantors_json', '등기의무자', 40_000, { group: 'party', masks: 'whole', readsAs: 'parties' }),
    won('transaction_amount', '거래가액', { group: 'cost' }),
    won('acquisition_tax', '취득세', { group: 'cost' }),
    won('registration_tax', '등록면허세', { group: 'cost' }),
    won('attorney_fee', '법무사 보수', { group: 'cost' }),
    won('other_costs', '기타 비용', { group: 'cost' }),
    // Besides the amounts, what the proposed taxes and fees depend on (domain/rates/sums-input.ts).
    choice('taxed_as', '부동산 구분', { group: 'cost' }, [
      { value: 'house', label: '주택' },
      { value: 'land', label: '토지' },
      { value: 'farmland', label: '농지' },
      { value: 'building', label: '상가 등 건물' },
    ]),
    choice('heavy_tax', '취득세 중과', { group: 'cost' }, [
      { value: '8', label: '8%' },
      { value: '12', label: '12%' },
    ]),
    won('standard_value', '시가표준액', { group: 'cost' }),
    choice('filing_method', '신청 방법', { group: 'cost' }, [
      { value: 'paper', label: '서면' },
      { value: 'eform', label: 'e-Form' },
      { value: 'electronic', label: '전자' },
    ]),
    // What typed taxes include if they differ from the computed ones.
    choice('tax_scope', '입력한 세액', { group: 'cost' }, [{ value: 'whole', label: '지방교육세·농어촌특별세 포함' }]),
    // Set if the region cannot be read from the address.
    choice('bond_region', '채권 매입 지역', { group: 'cost' }, [
      { value: 'city', label: '특별시·광역시' },
      { value: 'other', label: '그 밖의 지역' },
    ]),
    // Boxes of the other forms, in addition to those all forms share.
    won('claim_amount', '채권최고액', { group: 'cost' }),
    text('debtor', '채무자', 300, { group: 'party' }),
    text('moved_share', '이전할 지분', 100),
    won('lease_deposit', '임차보증금', { group: 'cost' }),
    text('lease_rent', '차임', 100, { group: 'cost' }),
    text('lease_scope', '임차 범위', 200),
    text('lease_period', '존속기간', 100),
    date('cancelled_date', '말소할 등기의 접수일'),
    text('cancelled_number', '말소할 등기의 접수번호', 50, { isHyphenated: true }),
    text('deceased', '피상속인', 300, { group: 'party' }),
    // For the office only; never printed on a form.
    text('special_notes', '특이사항', 2000, { group: 'other' }),
    flag('contract', '계약서', { group: 'documents' }),
    flag('id_card', '신분증', { group: 'documents' }),
    flag('resident_registration', '주민등록등·초본', { group: 'documents' }),
    flag('seal_certificate', '인감증명서', { group: 'documents' }),
    flag('property_registration', '등기부등본', { group: 'documents' }),
    flag('building_ledger', '건축물대장', { group: 'documents' }),
  ],
} as const satisfies Book

export type Application = RecordOf<typeof applicationBook>

function applicationWording(name: string): Wording {
  return {
    step: `신청서 ${name}`,
    done: `신청서가 ${name}되었습니다.`,
    failed: '신청서 저장 중 오류가 발생했습니다.',
    failedBecause: '신청서 저장 중 오류가 발생했습니다.\n{reason}',
  }
}
