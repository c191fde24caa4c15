import { paperLimits, type PaperMediaType } from '#contract/papers/papers.ts'
import { choice, instant, number, parent, text } from './field-builders.ts'
import type { Book, Field, RecordOf } from './field.ts'
import { createNounTexts } from './wordings.ts'

/**
 * Photographs and documents 서류철 of a case, unit, address or deposit case. They are records and
 * parts of what they belong to, so history, undo, sync and backup apply to them. A reference points
 * at one book, so four books share one description. The file travels separately
 * (`../papers/papers.ts`) under `content_id`; record and file may arrive in either order.
 */
const paperFields = [
  text('name', '제목', 200, { required: true, width: 220, searched: true }),
  choice('paper_kind', '종류', { required: true, width: 128, startsAs: 'photo' }, [
    { value: 'photo', label: '사진' },
    { value: 'title_deed', label: '등기필정보·등기필증' },
    { value: 'contract', label: '계약서' },
    { value: 'power_of_attorney', label: '위임장' },
    { value: 'seal_certificate', label: '인감증명서' },
    { value: 'resident_extract', label: '주민등록초본' },
    { value: 'receipt', label: '영수증' },
    { value: 'other', label: '기타' },
  ]),
  instant('taken_at', '촬영일시', { width: 144 }),
  text('memo', '메모', 1000, { width: 220, searched: true }),
  choice('media_type', '형식', { group: 'file', required: true, isFixed: true, width: 88, shown: false }, [
    { value: 'image/jpeg', label: 'JPEG' },
    { value: 'image/png', label: 'PNG' },
    { value: 'image/webp', label: 'WebP' },
    { value: 'application/pdf', label: 'PDF' },
  ] satisfies { value: PaperMediaType; label: string }[]),
  number('size', '크기(바이트)', {
    group: 'file',
    required: true,
    isFixed: true,
    min: 1,
    max: paperLimits.contentBytes,
    scale: 0,
    width: 104,
    shown: false,
  }),
  // SHA-256 of the file as the device sent it, lower-case hex. The file is served unchanged.
  text('digest', '파일 해시', 64, { group: 'file', required: true, isFixed: true, width: 160, shown: false }),
  // UUIDv7 made by the device.
  text('content_id', '파일 번호', 36, { group: 'file', required: true, isFixed: true, width: 160, shown: false }),
] as const satisfies readonly Field[]

function buildPaperBook<const Name extends string, const Parent extends Field>(
  { name, label, path, screen }: Pick<Book, 'label' | 'path' | 'screen'> & { readonly name: Name },
  owner: Parent,
) {
  return {
    name,
    label,
    ...createNounTexts('서류', '가'),
    path,
    screen,
    isPart: true,
    order: [{ field: 'id', direction: 'desc' }],
    filters: [{ key: owner.key, field: owner.key, op: 'one_of' }],
    unique: { key: 'content_id', message: '이미 있는 서류입니다.' },
    groups: { basic: '서류', file: '파일' },
    fields: [owner, ...paperFields],
  } as const satisfies Book
}

export const casePaperBook = buildPaperBook(
  {
    name: 'case-papers',
    label: '사건 서류',
    path: '/api/mysql/realestate/paper/',
    screen: { path: '/services/real-estate', search: { tab: 'table' } },
  },
  parent('case_id', '사건', 'real-estate.owner', 160),
)

export const unitPaperBook = buildPaperBook(
  {
    name: 'unit-papers',
    label: '세대 서류',
    path: '/api/mysql/realestate/unit_paper/',
    screen: { path: '/services/real-estate', search: { tab: 'address' } },
  },
  parent('unit_id', '세대', 'real-estate-units.dongho', 160),
)

export const addressPaperBook = buildPaperBook(
  {
    name: 'address-papers',
    label: '주소 서류',
    path: '/api/deposition/address/paper/',
    screen: { path: '/staff/addresses' },
  },
  parent('address_id', '부동산 주소', 'addresses.jibun', 160),
)

export const depositPaperBook = buildPaperBook(
  {
    name: 'deposit-papers',
    label: '공탁 서류',
    path: '/api/mysql/deposition/paper/',
    screen: { path: '/services/deposit' },
  },
  parent('case_id', '공탁 사건', 'deposit-cases.owner_name', 160),
)

/** The four books, each with the book whose records it belongs to. */
export const paperCollections = {
  'real-estate': 'case-papers',
  'real-estate-units': 'unit-papers',
  addresses: 'address-papers',
  'deposit-cases': 'deposit-papers',
} as const

export type PaperCollection = (typeof paperCollections)[keyof typeof paperCollections]

/** A document of any of the four books. */
export type Paper = Omit<RecordOf<typeof casePaperBook>, 'case_id'>
