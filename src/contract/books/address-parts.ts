import type { Book, RecordOf } from './field.ts'
import { createNamedWordings } from './wordings.ts'

/**
 * The parts of an address: 부동산 · 소유자 · 건물 · 토지. Each also accepts the address's `num`. Staff may
 * correct owners, buildings and lands; only tasks write extracts and the changes found in them.
 */
const addressField = {
  key: 'address_id',
  label: '부동산 주소',
  kind: 'reference',
  group: 'basic',
  required: true,
  width: 200,
  refers: { collection: 'addresses', label: 'jibun', isParent: true },
} as const

const placeField = {
  key: 'place',
  label: '순서',
  kind: 'number',
  group: 'basic',
  scale: 0,
  min: 0,
  width: 64,
  shown: false,
} as const

const partDefaults = {
  screen: { path: '/staff/addresses' },
  isPart: true,
  filters: [{ key: 'address_id', field: 'address_id', op: 'one_of' }],
} as const

/** Owner as registered. The number is encrypted like that of any party. */
export const addressOwnerBook = {
  name: 'address-owners',
  label: '부동산 소유자',
  noun: '소유자',
  path: '/api/deposition/address/owner/',
  ...partDefaults,
  deleteQuestion: "'{subject}' 소유자를 삭제하시겠습니까?",
  wordings: createNamedWordings(['소유자', '가']),
  groups: { basic: '소유자' },
  fields: [
    addressField,
    {
      key: 'party_kind',
      label: '구분',
      kind: 'enum',
      group: 'basic',
      width: 80,
      startsAs: 'person',
      choices: [
        { value: 'person', label: '개인' },
        { value: 'corporation', label: '법인' },
      ],
    },
    { key: 'name', label: '성명(명칭)', kind: 'text', group: 'basic', required: true, maxLength: 100, width: 160 },
    {
      key: 'num',
      label: '주민등록번호(법인등록번호)',
      kind: 'secret',
      group: 'basic',
      maxLength: 1000,
      width: 160,
      companions: { masked: 'num_masked', kind: 'party_kind' },
    },
    {
      key: 'num_masked',
      label: '주민등록번호(법인등록번호)',
      kind: 'text',
      group: 'basic',
      editable: false,
      maxLength: 20,
      width: 160,
    },
    {
      key: 'address',
      label: '주소(본점)',
      kind: 'text',
      masks: 'address',
      group: 'basic',
      truncatesInMiddle: true,
      maxLength: 300,
      width: 260,
    },
    // As the register writes it: 2분의 1, 공유자 지분 7분의 1.
    { key: 'share', label: '지분', kind: 'text', group: 'basic', maxLength: 50, width: 104 },
    { key: 'acquired_at', label: '등기접수일', kind: 'date', group: 'basic', width: 112 },
    {
      key: 'receipt_num',
      label: '접수번호',
      kind: 'text',
      isHyphenated: true,
      group: 'basic',
      maxLength: 30,
      width: 104,
    },
    { key: 'cause', label: '등기원인', kind: 'text', repeats: true, group: 'basic', maxLength: 100, width: 160 },
    placeField,
  ],
} as const satisfies Book

/** Building 건축물 at the address, from the building ledger. */
export const addressBuildingBook = {
  name: 'address-buildings',
  label: '건물',
  noun: '건물',
  path: '/api/deposition/address/building/',
  ...partDefaults,
  deleteQuestion: "'{subject}' 건물을 삭제하시겠습니까?",
  wordings: createNamedWordings(['건물', '이']),
  groups: { basic: '건물' },
  fields: [
    addressField,
    { key: 'name', label: '건물명', kind: 'text', group: 'basic', maxLength: 100, width: 160 },
    {
      key: 'usage',
      label: '용도',
      kind: 'text',
      repeats: true,
      group: 'basic',
      required: true,
      maxLength: 50,
      width: 128,
    },
    { key: 'structure', label: '구조', kind: 'text', repeats: true, group: 'basic', maxLength: 100, width: 160 },
    { key: 'floors', label: '층수', kind: 'text', group: 'basic', maxLength: 50, width: 112 },
    { key: 'area', label: '연면적(㎡)', kind: 'number', group: 'basic', scale: 4, min: 0, width: 112 },
    { key: 'approved_at', label: '사용승인일', kind: 'date', group: 'basic', width: 112 },
    { key: 'compensation', label: '보상액', kind: 'won', group: 'basic', min: 0, width: 128 },
    placeField,
  ],
} as const satisfies Book

/** Parcel 토지 with the details of a 토지조서: 편입면적, 단가 and other holders of rights. */
export const addressLandBook = {
  name: 'address-lands',
  label: '토지',
  noun: '토지',
  path: '/api/deposition/address/land/',
  ...partDefaults,
  deleteQuestion: "'{subject}' 토지를 삭제하시겠습니까?",
  wordings: createNamedWordings(['토지', '가']),
  groups: { basic: '토지' },
  fields: [
    addressField,
    { key: 'address', label: '소재지', kind: 'text', group: 'basic', maxLength: 300, width: 240 },
    {
      key: 'lot',
      label: '지번',
      kind: 'text',
      isHyphenated: true,
      isLotNumber: true,
      group: 'basic',
      required: true,
      maxLength: 50,
      width: 96,
    },
    { key: 'land_kind', label: '지목', kind: 'text', repeats: true, group: 'basic', maxLength: 20, width: 72 },
    { key: 'area', label: '면적(㎡)', kind: 'number', group: 'basic', scale: 4, min: 0, width: 104 },
    { key: 'taken_area', label: '편입면적(㎡)', kind: 'number', group: 'basic', scale: 4, min: 0, width: 112 },
    { key: 'unit_price', label: '단가(원/㎡)', kind: 'won', group: 'basic', min: 0, width: 120 },
    { key: 'compensation', label: '보상액', kind: 'won', group: 'basic', min: 0, width: 128 },
    { key: 'interested', label: '관계인', kind: 'text', group: 'basic', maxLength: 300, width: 200 },
    placeField,
  ],
} as const satisfies Book

/** Registry extract 등기사항전부증명서 as issued: dated, hashed and never changed. */
export const addressExtractBook = {
  name: 'address-extracts',
  label: '등기부',
  noun: '등본',
  creatableBy: 'server',
  path: '/api/deposition/address/immovable/',
  ...partDefaults,
  order: [{ field: 'issued_at', direction: 'desc' }],
  deleteQuestion: "'{subject}' 등본을 삭제하시겠습니까?",
  wordings: createNamedWordings(['등본', '이']),
  groups: { basic: '등기부' },
  fields: [
    addressField,
    { key: 'issued_at', label: '발급일시', kind: 'datetime', group: 'basic', editable: false, width: 144 },
    { key: 'source', label: '출처', kind: 'text', group: 'basic', editable: false, maxLength: 50, width: 104 },
    // SHA-256 of the content, compared with the next extract.
    { key: 'hash', label: '내용 해시', kind: 'text', group: 'basic', editable: false, maxLength: 64, width: 160 },
    // 표제부, 갑구 and 을구 as JSON (`extract.ts`), resident numbers masked.
    {
      key: 'content_json',
      label: '내용',
      kind: 'text',
      masks: 'whole',
      group: 'basic',
      editable: false,
      maxLength: 60_000,
      width: 240,
    },
  ],
} as const satisfies Book

/**
 * A difference between an extract and the one before it. Staff confirm it before it changes a
 * record.
 */
export const addressChangeBook = {
  name: 'address-changes',
  label: '등기 변동',
  noun: '변동',
  creatableBy: 'server',
  path: '/api/deposition/address/change/',
  ...partDefaults,
  order: [{ field: 'id', direction: 'desc' }],
  deleteQuestion: "'{subject}' 변동을 삭제하시겠습니까?",
  wordings: createNamedWordings(['변동', '이']),
  groups: { basic: '등기 변동' },
  fields: [
    addressField,
    { key: 'extract_id', label: '등본', kind: 'text', group: 'basic', editable: false, maxLength: 36, width: 120 },
    {
      key: 'change_kind',
      label: '변동 내용',
      kind: 'enum',
      group: 'basic',
      editable: false,
      width: 144,
      choices: [
        { value: 'owner_changed', label: '소유자 변경됨', tone: 'danger' },
        { value: 'mortgage_added', label: '근저당권 설정됨', tone: 'warn' },
        { value: 'mortgage_lifted', label: '근저당권 말소됨', tone: 'info' },
        { value: 'right_added', label: '권리 설정됨', tone: 'warn' },
        { value: 'right_lifted', label: '권리 말소됨', tone: 'info' },
        { value: 'description_changed', label: '표시 변경됨', tone: 'warn' },
      ],
    },
    { key: 'before_text', label: '이전', kind: 'text', group: 'basic', editable: false, maxLength: 1000, width: 240 },
    { key: 'after_text', label: '새 내용', kind: 'text', group: 'basic', editable: false, maxLength: 1000, width: 240 },
    {
      key: 'decision',
      label: '처리',
      kind: 'enum',
      group: 'basic',
      width: 104,
      startsAs: 'open',
      choices: [
        { value: 'open', label: '확인 필요', tone: 'warn' },
        { value: 'applied', label: '반영함', tone: 'good' },
        { value: 'kept', label: '그대로 둠' },
      ],
    },
  ],
} as const satisfies Book

export type AddressOwner = RecordOf<typeof addressOwnerBook>
export type AddressBuilding = RecordOf<typeof addressBuildingBook>
export type AddressLand = RecordOf<typeof addressLandBook>
export type AddressExtract = RecordOf<typeof addressExtractBook>
export type AddressChange = RecordOf<typeof addressChangeBook>
