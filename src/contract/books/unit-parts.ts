import type { Book, RecordOf } from './field.ts'
import { createNamedWordings } from './wordings.ts'

/**
 * Lands, owners and mortgages of a unit 세대의 토지·소유자·근저당권자 (`/land/list`, `/owner/list`,
 * `/mortgage/list` with `group_data_id`, the unit's id). They are separate records, so offline
 * edits, merging and history apply to them.
 *
 * Resident numbers: `…_num` (kind `secret`) accepts an encrypted number and afterwards holds only
 * its reference (`../person-numbers/sealed-number.ts`). No response, mirror, sheet or history holds
 * the number. The server sets `num_masked`, `900101-1******`, which everybody sees. The number
 * itself is shown one at a time, with a reason.
 */
const unitField = {
  key: 'unit_id',
  label: '세대',
  kind: 'reference',
  group: 'basic',
  required: true,
  width: 140,
  refers: { collection: 'real-estate-units', label: 'dongho', isParent: true },
} as const

const shareField = {
  key: 'share',
  label: '지분(%)',
  kind: 'number',
  group: 'basic',
  scale: 2,
  min: 0,
  max: 100,
  width: 80,
} as const

/**
 * As typed, `3/7`, because a percentage with two decimals is not exact. Ignored if `share` is a
 * different value.
 */
const shareFractionField = {
  key: 'share_fraction',
  label: '지분(분수)',
  kind: 'text',
  group: 'basic',
  maxLength: 40,
  width: 96,
} as const

/**
 * A person has a resident number, a corporation its registration number; the two are validated
 * differently.
 */
const partyKindField = {
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
} as const

const maskedField = {
  key: 'num_masked',
  label: '주민등록번호(법인등록번호)',
  kind: 'text',
  group: 'basic',
  editable: false,
  maxLength: 20,
  width: 160,
} as const

const numberCompanions = { masked: 'num_masked', kind: 'party_kind' } as const

const placeField = {
  // Position in the list; parties are printed in this order.
  key: 'place',
  label: '순서',
  kind: 'number',
  group: 'basic',
  scale: 0,
  min: 0,
  width: 64,
  shown: false,
} as const

export const unitLandBook = {
  name: 'unit-lands',
  label: '세대 토지',
  noun: '토지',
  path: '/api/mysql/realestate/land/',
  screen: { path: '/services/real-estate', search: { tab: 'address' } },
  isPart: true,
  filters: [{ key: 'group_data_id', field: 'unit_id', op: 'one_of' }],
  deleteQuestion: "'{subject}' 토지를 삭제하시겠습니까?",
  wordings: createNamedWordings(['토지', '가']),
  groups: { basic: '토지' },
  fields: [
    unitField,
    {
      key: 'address',
      label: '소재지번',
      kind: 'text',
      isHyphenated: true,
      isLotNumber: true,
      group: 'basic',
      required: true,
      maxLength: 300,
      width: 260,
    },
    { key: 'land_kind', label: '지목', kind: 'text', repeats: true, group: 'basic', maxLength: 20, width: 72 },
    { key: 'area', label: '면적(㎡)', kind: 'number', group: 'basic', scale: 4, min: 0, width: 104 },
    placeField,
  ],
} as const satisfies Book

export const unitOwnerBook = {
  name: 'unit-owners',
  label: '세대 소유자',
  noun: '소유자',
  path: '/api/mysql/realestate/owner/',
  screen: { path: '/services/real-estate', search: { tab: 'address' } },
  isPart: true,
  filters: [{ key: 'group_data_id', field: 'unit_id', op: 'one_of' }],
  deleteQuestion: "'{subject}' 소유자를 삭제하시겠습니까?",
  wordings: createNamedWordings(['소유자', '가']),
  groups: { basic: '소유자' },
  fields: [
    unitField,
    partyKindField,
    { key: 'owner', label: '성명(명칭)', kind: 'text', group: 'basic', required: true, maxLength: 100, width: 160 },
    {
      key: 'owner_num',
      label: '주민등록번호(법인등록번호)',
      kind: 'secret',
      group: 'basic',
      maxLength: 1000,
      width: 160,
      companions: numberCompanions,
    },
    maskedField,
    {
      key: 'owner_address',
      label: '주소(본점)',
      kind: 'text',
      masks: 'address',
      group: 'basic',
      truncatesInMiddle: true,
      maxLength: 300,
      width: 260,
    },
    { key: 'business_name', label: '상호', kind: 'text', group: 'basic', maxLength: 100, width: 160 },
    {
      key: 'business_num',
      label: '사업자등록번호',
      kind: 'text',
      isHyphenated: true,
      group: 'basic',
      maxLength: 20,
      width: 128,
    },
    { key: 'owner_name', label: '대표자', kind: 'text', group: 'basic', maxLength: 50, width: 104 },
    shareField,
    shareFractionField,
    placeField,
  ],
} as const satisfies Book

/**
 * The mortgagee, or another party opposite the owners in an application (a seller). `role` tells
 * them apart so that neither is printed in the other's box.
 */
export const unitMortgageBook = {
  name: 'unit-mortgages',
  label: '세대 근저당권자·매도인',
  noun: '상대방',
  path: '/api/mysql/realestate/mortgage/',
  screen: { path: '/services/real-estate', search: { tab: 'address' } },
  isPart: true,
  filters: [{ key: 'group_data_id', field: 'unit_id', op: 'one_of' }],
  deleteQuestion: "'{subject}' 상대방을 삭제하시겠습니까?",
  wordings: createNamedWordings(['상대방', '이']),
  groups: { basic: '근저당권자·매도인' },
  fields: [
    unitField,
    {
      key: 'role',
      label: '자격',
      kind: 'enum',
      group: 'basic',
      width: 104,
      startsAs: 'mortgagee',
      choices: [
        { value: 'mortgagee', label: '근저당권자' },
        { value: 'seller', label: '매도인' },
      ],
    },
    { ...partyKindField, startsAs: 'corporation' },
    { key: 'name', label: '성명(명칭)', kind: 'text', group: 'basic', required: true, maxLength: 100, width: 160 },
    {
      key: 'num',
      label: '주민등록번호(법인등록번호)',
      kind: 'secret',
      group: 'basic',
      maxLength: 1000,
      width: 160,
      companions: numberCompanions,
    },
    maskedField,
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
    { key: 'position', label: '지점(취급점)', kind: 'text', group: 'basic', maxLength: 100, width: 140 },
    {
      key: 'company_num',
      label: '사업자등록번호',
      kind: 'text',
      isHyphenated: true,
      group: 'basic',
      maxLength: 20,
      width: 128,
    },
    { key: 'owner_name', label: '대표자', kind: 'text', group: 'basic', maxLength: 50, width: 104 },
    shareField,
    shareFractionField,
    placeField,
  ],
} as const satisfies Book

export type UnitLand = RecordOf<typeof unitLandBook>
export type UnitOwner = RecordOf<typeof unitOwnerBook>
export type UnitMortgage = RecordOf<typeof unitMortgageBook>
