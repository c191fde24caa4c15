import { paperLimits, type PaperMediaType } from '#contract/papers/papers.ts'
import type { Book, Field, RecordOf } from './field.ts'
import { createNamedWordings } from './wordings.ts'

/**
 * Photographs and documents 서류철 of a case, unit, address or deposit case. They are records and
 * parts of what they belong to, so history, undo, sync and backup apply to them. A reference points
 * at one book, so four books share one description. The file travels separately
 * (`../papers/papers.ts`) under `content_id`; record and file may arrive in either order.
 */
const paperFields = [
  {
    key: 'name',
    label: '제목',
    kind: 'text',
    group: 'basic',
    required: true,
    maxLength: 200,
    width: 220,
    searched: true,
  },
  {
    key: 'paper_kind',
    label: '종류',
    kind: 'enum',
    group: 'basic',
    required: true,
    width: 128,
    startsAs: 'photo',
    choices: [
      { value: 'photo', label: '사진' },
      { value: 'title_deed', label: '등기필정보·등기필증' },
      { value: 'contract', label: '계약서' },
      { value: 'power_of_attorney', label: '위임장' },
      { value: 'seal_certificate', label: '인감증명서' },
      { value: 'resident_extract', label: '주민등록초본' },
      { value: 'receipt', label: '영수증' },
      { value: 'other', label: '기타' },
    ],
  },
  { key: 'taken_at', label: '촬영일시', kind: 'datetime', group: 'basic', width: 144 },
  { key: 'memo', label: '메모', kind: 'text', group: 'basic', maxLength: 1000, width: 220, searched: true },
  {
    key: 'media_type',
    label: '형식',
    kind: 'enum',
    group: 'file',
    required: true,
    isFixed: true,
    width: 88,
    shown: false,
    choices: [
      { value: 'image/jpeg', label: 'JPEG' },
      { value: 'image/png', label: 'PNG' },
      { value: 'image/webp', label: 'WebP' },
      { value: 'application/pdf', label: 'PDF' },
    ] satisfies { value: PaperMediaType; label: string }[],
  },
  {
    key: 'size',
    label: '크기(바이트)',
    kind: 'number',
    group: 'file',
    required: true,
    isFixed: true,
    scale: 0,
    min: 1,
    max: paperLimits.contentBytes,
    width: 104,
    shown: false,
  },
  // SHA-256 of the file as the device sent it, lower-case hex. The file is served unchanged.
  {
    key: 'digest',
    label: '파일 해시',
    kind: 'text',
    group: 'file',
    required: true,
    isFixed: true,
    maxLength: 64,
    width: 160,
    shown: false,
  },
  // UUIDv7 made by the device.
  {
    key: 'content_id',
    label: '파일 번호',
    kind: 'text',
    group: 'file',
    required: true,
    isFixed: true,
    maxLength: 36,
    width: 160,
    shown: false,
  },
] as const satisfies readonly Field[]

interface PaperBookOptions<Name, Key, To> {
  readonly name: Name
  readonly label: string
  readonly path: Book['path']
  readonly screen: Book['screen']
  readonly reference: {
    readonly key: Key
    readonly label: string
    readonly refers: { readonly collection: To; readonly label: string; readonly isParent: true }
  }
}

function buildPaperBook<const Name extends string, const Key extends string, const To extends string>(
  options: PaperBookOptions<Name, Key, To>,
) {
  const { key } = options.reference
  return {
    name: options.name,
    label: options.label,
    noun: '서류',
    path: options.path,
    screen: options.screen,
    isPart: true,
    order: [{ field: 'id', direction: 'desc' }],
    filters: [{ key, field: key, op: 'one_of' }],
    unique: { key: 'content_id', message: '이미 있는 서류입니다.' },
    deleteQuestion: "'{subject}' 서류를 삭제하시겠습니까?",
    wordings: createNamedWordings(['서류', '가']),
    groups: { basic: '서류', file: '파일' },
    fields: [
      {
        key,
        label: options.reference.label,
        kind: 'reference',
        group: 'basic',
        required: true,
        width: 160,
        refers: options.reference.refers,
      },
      ...paperFields,
    ],
  } as const satisfies Book
}

export const casePaperBook = buildPaperBook({
  name: 'case-papers',
  label: '사건 서류',
  path: '/api/mysql/realestate/paper/',
  screen: { path: '/services/real-estate', search: { tab: 'table' } },
  reference: { key: 'case_id', label: '사건', refers: { collection: 'real-estate', label: 'owner', isParent: true } },
})

export const unitPaperBook = buildPaperBook({
  name: 'unit-papers',
  label: '세대 서류',
  path: '/api/mysql/realestate/unit_paper/',
  screen: { path: '/services/real-estate', search: { tab: 'address' } },
  reference: {
    key: 'unit_id',
    label: '세대',
    refers: { collection: 'real-estate-units', label: 'dongho', isParent: true },
  },
})

export const addressPaperBook = buildPaperBook({
  name: 'address-papers',
  label: '주소 서류',
  path: '/api/deposition/address/paper/',
  screen: { path: '/staff/addresses' },
  reference: {
    key: 'address_id',
    label: '부동산 주소',
    refers: { collection: 'addresses', label: 'jibun', isParent: true },
  },
})

export const depositPaperBook = buildPaperBook({
  name: 'deposit-papers',
  label: '공탁 서류',
  path: '/api/mysql/deposition/paper/',
  screen: { path: '/services/deposit' },
  reference: {
    key: 'case_id',
    label: '공탁 사건',
    refers: { collection: 'deposit-cases', label: 'owner_name', isParent: true },
  },
})

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
