import type { CellOption } from '#app/ui/data-table/data-table-props.ts'
import type { AnyRecord, RecordDescription } from '#contract/books/field.ts'
import type { CellMark, SourceRow } from '#contract/records/row-source.ts'

/**
 * Twenty fields of every kind in staff tables. Fictional; the office's own descriptions are tested
 * with their screens.
 */
export const harnessDescription: RecordDescription = {
  name: 'harness',
  label: '시험 기록',
  groups: { basic: '기본정보', remarks: '비고' },
  fields: [
    {
      key: 'group_id',
      label: '사업구간(그룹)',
      kind: 'reference',
      group: 'basic',
      required: true,
      pinned: true,
      width: 180,
      refers: { collection: 'groups', label: 'name' },
    },
    { key: 'owner', label: '소유자', kind: 'text', group: 'basic', maxLength: 20, width: 130, searched: true },
    { key: 'regi_date', label: '등기예정일', kind: 'date', group: 'basic', width: 112 },
    { key: 'fees', label: '보수료', kind: 'won', group: 'basic', min: 0, width: 112 },
    { key: 'address', label: '소유자 주소', kind: 'text', group: 'basic', maxLength: 200, width: 240 },
    {
      key: 'status',
      label: '상태',
      kind: 'enum',
      group: 'basic',
      width: 110,
      choices: [
        { value: 'pending', label: '대기' },
        { value: 'surveying', label: '조사중' },
        { value: 'completed', label: '완료' },
        { value: 'cancelled', label: '취소' },
      ],
    },
    { key: 'is_paid', label: '입금', kind: 'flag', group: 'basic', width: 72 },
    { key: 'purpose', label: '등기목적', kind: 'text', group: 'basic', width: 140 },
    { key: 'area', label: '전용면적', kind: 'number', scale: 4, group: 'basic', width: 100 },
    { key: 'number', label: '접수번호', kind: 'text', group: 'basic', editable: false, width: 120 },
    ...Array.from({ length: 10 }, (_, index) => ({
      key: `extra_${index}`,
      label: `비고 ${index + 1}`,
      kind: 'text' as const,
      group: 'remarks',
      width: 120,
    })),
  ],
}

/** Adds fields up to `count`, for behavior that needs many columns. */
export function addFields(description: RecordDescription, count: number): RecordDescription {
  const more = Array.from({ length: Math.max(0, count - description.fields.length) }, (_, index) => ({
    key: `more_${index}`,
    label: `추가 ${index + 1}`,
    kind: 'text' as const,
    group: 'more',
    width: 100,
  }))
  return { ...description, fields: [...description.fields, ...more] }
}

/** The last six remarks are hidden by default. */
export function withHiddenFields(description: RecordDescription): RecordDescription {
  return {
    ...description,
    fields: description.fields.map((field) => (/^extra_[4-9]$/.test(field.key) ? { ...field, shown: false } : field)),
  }
}

export const harnessGroups: readonly CellOption[] = [
  { value: groupId(0), label: '솔빛마을 1단지', note: '한빛신탁' },
  { value: groupId(1), label: '솔빛마을 2단지', note: '한빛신탁' },
  { value: groupId(2), label: '가람동 도로확장', note: '미래신탁' },
  { value: groupId(3), label: '나래지구 택지개발', note: '미래신탁' },
]

export const harnessPurposes: readonly CellOption[] = [
  { value: '소유권이전', label: '소유권이전' },
  { value: '소유권보존', label: '소유권보존' },
  { value: '근저당권설정', label: '근저당권설정' },
]

const rowsSoFar: SourceRow[] = []

/** Deterministic rows, cached because 100,000 take a second to create. */
export function makeHarnessRows(count: number): SourceRow[] {
  while (rowsSoFar.length < count) rowsSoFar.push(makeRow(rowsSoFar.length))
  return rowsSoFar.slice(0, count)
}

/** Puts the first rows into every state a row or cell can have. */
export function putInEveryState(rows: SourceRow[]): SourceRow[] {
  const marks: Partial<CellMark>[] = [
    { state: 'queued' },
    { state: 'sending' },
    { state: 'held' },
    { state: 'refused', message: '보수료: 0 이상으로 입력해 주세요.' },
    {
      state: 'conflict',
      theirs: 550_000,
      changedBy: '김온결',
      changedAt: '2026-11-20T14:05:00+09:00',
    },
  ]
  return rows.map((row, index) => {
    const mark = marks[index]
    if (mark) {
      return { ...row, marks: { fees: { state: 'queued', confirmed: 100_000, opId: `op-${index}`, ...mark } } }
    }
    if (index === 5) return { ...row, state: 'new' as const }
    if (index === 6) return { ...row, state: 'deleted' as const }
    if (index === 7) return { ...row, isOutside: true }
    return row
  })
}

function makeRow(index: number): SourceRow {
  const id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`
  const group = harnessGroups[index % harnessGroups.length]
  const record: AnyRecord = {
    id,
    version: 1,
    inserted_at: '2026-11-01T09:00:00+09:00',
    updated_at: '2026-11-01T09:00:00+09:00',
    group_id: String(group?.value),
    owner: `소유자 ${index + 1}`,
    regi_date: index % 7 === 3 ? null : `2026-${pad((index % 12) + 1)}-${pad((index % 28) + 1)}`,
    fees: index % 9 === 0 ? 0 : (index % 50) * 11_000,
    address: index % 5 === 0 ? null : `서울특별시 가상구 시험로 ${index + 1}`,
    status: ['pending', 'surveying', 'completed', 'cancelled'][index % 4] ?? null,
    is_paid: index % 3 === 0,
    purpose: ['소유권이전', '근저당권설정', null][index % 3] ?? null,
    area: (index % 1000) / 8,
    number: `제${String(index + 1).padStart(6, '0')}호`,
    ...Object.fromEntries(Array.from({ length: 10 }, (_, extra) => [`extra_${extra}`, `${extra}-${index}`])),
  }
  const joined: AnyRecord = { ...record, name: group?.label ?? '' }
  return { id, record, joined: { group_id: joined }, marks: {}, state: 'plain', isOutside: false }
}

function groupId(index: number): string {
  return `00000000-0000-7000-9000-${String(index).padStart(12, '0')}`
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
