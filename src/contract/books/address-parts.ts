import { choice, date, instant, number, parent, text, won } from './field-builders.ts'
import type { Book, RecordOf } from './field.ts'
import {
  landAreaField,
  landKindField,
  partyAddress,
  partyKindField,
  partyName,
  partyNumber,
  placeField,
} from './shared-fields.ts'
import { createNounTexts } from './wordings.ts'

/**
 * The parts of an address: 부동산 · 소유자 · 건물 · 토지. Each also accepts the address's `num`. Staff may
 * correct owners, buildings and lands; only tasks write extracts and the changes found in them.
 */
const addressField = parent('address_id', '부동산 주소', 'addresses.jibun', 200)

const partDefaults = {
  screen: { path: '/staff/addresses' },
  isPart: true,
  filters: [{ key: 'address_id', field: 'address_id', op: 'one_of' }],
} as const

/** Owner as registered. The number is encrypted like that of any party. */
export const addressOwnerBook = {
  name: 'address-owners',
  label: '부동산 소유자',
  ...createNounTexts('소유자', '가'),
  path: '/api/deposition/address/owner/',
  ...partDefaults,
  groups: { basic: '소유자' },
  fields: [
    addressField,
    partyKindField,
    partyName('name'),
    ...partyNumber('num'),
    partyAddress('address'),
    // As the register writes it: 2분의 1, 공유자 지분 7분의 1.
    text('share', '지분', 50, { width: 104 }),
    date('acquired_at', '등기접수일', { width: 112 }),
    text('receipt_num', '접수번호', 30, { width: 104, isHyphenated: true }),
    text('cause', '등기원인', 100, { width: 160, repeats: true }),
    placeField,
  ],
} as const satisfies Book

/** Building 건축물 at the address, from the building ledger. */
export const addressBuildingBook = {
  name: 'address-buildings',
  label: '건물',
  ...createNounTexts('건물', '이'),
  path: '/api/deposition/address/building/',
  ...partDefaults,
  groups: { basic: '건물' },
  fields: [
    addressField,
    text('name', '건물명', 100, { width: 160 }),
    text('usage', '용도', 50, { required: true, width: 128, repeats: true }),
    text('structure', '구조', 100, { width: 160, repeats: true }),
    text('floors', '층수', 50, { width: 112 }),
    number('area', '연면적(㎡)', { min: 0, scale: 4, width: 112 }),
    date('approved_at', '사용승인일', { width: 112 }),
    won('compensation', '보상액', { width: 128 }),
    placeField,
  ],
} as const satisfies Book

/** Parcel 토지 with the details of a 토지조서: 편입면적, 단가 and other holders of rights. */
export const addressLandBook = {
  name: 'address-lands',
  label: '토지',
  ...createNounTexts('토지', '가'),
  path: '/api/deposition/address/land/',
  ...partDefaults,
  groups: { basic: '토지' },
  fields: [
    addressField,
    text('address', '소재지', 300, { width: 240 }),
    text('lot', '지번', 50, { required: true, width: 96, isHyphenated: true, isLotNumber: true }),
    landKindField,
    landAreaField,
    number('taken_area', '편입면적(㎡)', { min: 0, scale: 4, width: 112 }),
    won('unit_price', '단가(원/㎡)', { width: 120 }),
    won('compensation', '보상액', { width: 128 }),
    text('interested', '관계인', 300, { width: 200 }),
    placeField,
  ],
} as const satisfies Book

/** Registry extract 등기사항전부증명서 as issued: dated, hashed and never changed. */
export const addressExtractBook = {
  name: 'address-extracts',
  label: '등기부',
  ...createNounTexts('등본', '이'),
  creatableBy: 'server',
  path: '/api/deposition/address/immovable/',
  ...partDefaults,
  order: [{ field: 'issued_at', direction: 'desc' }],
  groups: { basic: '등기부' },
  fields: [
    addressField,
    instant('issued_at', '발급일시', { editable: false, width: 144 }),
    text('source', '출처', 50, { editable: false, width: 104 }),
    // SHA-256 of the content, compared with the next extract.
    text('hash', '내용 해시', 64, { editable: false, width: 160 }),
    // 표제부, 갑구 and 을구 as JSON (`extract.ts`), resident numbers masked.
    text('content_json', '내용', 60_000, { editable: false, width: 240, masks: 'whole' }),
  ],
} as const satisfies Book

/**
 * A difference between an extract and the one before it. Staff confirm it before it changes a
 * record.
 */
export const addressChangeBook = {
  name: 'address-changes',
  label: '등기 변동',
  ...createNounTexts('변동', '이'),
  creatableBy: 'server',
  path: '/api/deposition/address/change/',
  ...partDefaults,
  order: [{ field: 'id', direction: 'desc' }],
  groups: { basic: '등기 변동' },
  fields: [
    addressField,
    text('extract_id', '등본', 36, { editable: false, width: 120 }),
    choice('change_kind', '변동 내용', { editable: false, width: 144 }, [
      { value: 'owner_changed', label: '소유자 변경됨', tone: 'danger' },
      { value: 'mortgage_added', label: '근저당권 설정됨', tone: 'warn' },
      { value: 'mortgage_lifted', label: '근저당권 말소됨', tone: 'info' },
      { value: 'right_added', label: '권리 설정됨', tone: 'warn' },
      { value: 'right_lifted', label: '권리 말소됨', tone: 'info' },
      { value: 'description_changed', label: '표시 변경됨', tone: 'warn' },
    ]),
    text('before_text', '이전', 1000, { editable: false, width: 240 }),
    text('after_text', '새 내용', 1000, { editable: false, width: 240 }),
    choice('decision', '처리', { width: 104, startsAs: 'open' }, [
      { value: 'open', label: '확인 필요', tone: 'warn' },
      { value: 'applied', label: '반영함', tone: 'good' },
      { value: 'kept', label: '그대로 둠' },
    ]),
  ],
} as const satisfies Book

export type AddressOwner = RecordOf<typeof addressOwnerBook>
export type AddressBuilding = RecordOf<typeof addressBuildingBook>
export type AddressLand = RecordOf<typeof addressLandBook>
