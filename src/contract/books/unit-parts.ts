import { choice, number, parent, text } from './field-builders.ts'
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
 * Lands, owners and mortgages of a unit 세대의 토지·소유자·근저당권자 (`/land/list`, `/owner/list`,
 * `/mortgage/list` with `group_data_id`, the unit's id). They are separate records, so offline
 * edits, merging and history apply to them.
 *
 * Resident numbers: `…_num` (kind `secret`) accepts an encrypted number and afterwards holds only
 * its reference (`../person-numbers/sealed-number.ts`). No response, mirror, sheet or history holds
 * the number. The server sets `num_masked`, `900101-1******`, which everybody sees. The number
 * itself is shown one at a time, with a reason.
 */
const unitField = parent('unit_id', '세대', 'real-estate-units.dongho', 140)

const shareFields = [
  number('share', '지분(%)', { min: 0, max: 100, scale: 2, width: 80 }),
  // As typed, `3/7`, because a percentage with two decimals is not exact. Ignored if `share` is a
  // different value.
  text('share_fraction', '지분(분수)', 40, { width: 96 }),
] as const

const partDefaults = {
  screen: { path: '/services/real-estate', search: { tab: 'address' } },
  isPart: true,
  filters: [{ key: 'group_data_id', field: 'unit_id', op: 'one_of' }],
} as const

export const unitLandBook = {
  name: 'unit-lands',
  label: '세대 토지',
  ...createNounTexts('토지', '가'),
  path: '/api/mysql/realestate/land/',
  ...partDefaults,
  groups: { basic: '토지' },
  fields: [
    unitField,
    text('address', '소재지번', 300, { required: true, width: 260, isHyphenated: true, isLotNumber: true }),
    landKindField,
    landAreaField,
    placeField,
  ],
} as const satisfies Book

export const unitOwnerBook = {
  name: 'unit-owners',
  label: '세대 소유자',
  ...createNounTexts('소유자', '가'),
  path: '/api/mysql/realestate/owner/',
  ...partDefaults,
  groups: { basic: '소유자' },
  fields: [
    unitField,
    partyKindField,
    partyName('owner'),
    ...partyNumber('owner_num'),
    partyAddress('owner_address'),
    text('business_name', '상호', 100, { width: 160 }),
    text('business_num', '사업자등록번호', 20, { width: 128, isHyphenated: true }),
    text('owner_name', '대표자', 50, { width: 104 }),
    ...shareFields,
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
  ...createNounTexts('상대방', '이'),
  path: '/api/mysql/realestate/mortgage/',
  ...partDefaults,
  groups: { basic: '근저당권자·매도인' },
  fields: [
    unitField,
    choice('role', '자격', { width: 104, startsAs: 'mortgagee' }, [
      { value: 'mortgagee', label: '근저당권자' },
      { value: 'seller', label: '매도인' },
    ]),
    { ...partyKindField, startsAs: 'corporation' },
    partyName('name'),
    ...partyNumber('num'),
    partyAddress('address'),
    text('position', '지점(취급점)', 100, { width: 140 }),
    text('company_num', '사업자등록번호', 20, { width: 128, isHyphenated: true }),
    text('owner_name', '대표자', 50, { width: 104 }),
    ...shareFields,
    placeField,
  ],
} as const satisfies Book

export type UnitLand = RecordOf<typeof unitLandBook>
export type UnitOwner = RecordOf<typeof unitOwnerBook>
export type UnitMortgage = RecordOf<typeof unitMortgageBook>
