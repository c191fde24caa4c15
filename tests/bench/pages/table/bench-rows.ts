import type { AnyRecord, Field, FieldValue, RecordDescription } from '#contract/books/field.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { formatWon } from '#domain/money/won.ts'

/**
 * Twenty typed columns, the same for every grid of the bench; the first is pinned, and the bench
 * works in the second.
 */
export const benchDescription: RecordDescription = {
  name: 'bench',
  label: '시험 기록',
  groups: { all: '전체' },
  fields: [
    field('section', '사업구간', { kind: 'text', width: 180, pinned: true }),
    field('owner', '소유자', { kind: 'text', width: 130, maxLength: 200 }),
    field('regi_date', '등기예정일', { kind: 'date' }),
    field('fees', '보수료', { kind: 'won' }),
    field('address', '소유자 주소', { kind: 'text', width: 240 }),
    field('stage', '상태', { kind: 'enum', width: 110, choices: makeChoices('대기', '조사중', '완료', '취소') }),
    field('is_paid', '입금', { kind: 'flag', width: 72 }),
    field('purpose', '등기목적', { kind: 'text' }),
    field('area', '전용면적', { kind: 'number', scale: 4, width: 100 }),
    field('receipt', '접수번호', { kind: 'text', width: 120 }),
    field('stamp_tax', '인지세', { kind: 'won' }),
    field('vat', '부가세', { kind: 'won' }),
    field('received_on', '접수일', { kind: 'date' }),
    field('kind', '구분', { kind: 'enum', width: 100, choices: makeChoices('이전', '설정', '말소') }),
    ...Array.from({ length: 6 }, (_, index) =>
      field(`remark_${index}`, `비고 ${index + 1}`, { kind: 'text', width: 120 }),
    ),
  ],
}

/** Index of the column in which the bench edits, jumps and moves down. */
export const workColumn = 1
export const workKey = 'owner'

/** Deterministic records, independent of any grid. */
export function benchRecords(count: number): AnyRecord[] {
  return Array.from({ length: count }, (_, index) => makeRecord(index))
}

/** Text of a value, from the same functions for every grid. */
export function cellText(of: Field, value: FieldValue | undefined): string {
  if (value === null || value === undefined) return ''
  switch (of.kind) {
    case 'won':
      return formatWon(Number(value))
    case 'number':
      return numbers.format(Number(value))
    case 'date':
      return formatDay(String(value))
    case 'enum':
      return of.choices?.find((choice) => choice.value === value)?.label ?? String(value)
    case 'flag':
      return value === true ? '예' : '아니오'
    default:
      return String(value)
  }
}

const numbers = new Intl.NumberFormat('ko-KR', { maximumFractionDigits: 4 })

function field(key: string, label: string, overrides: Pick<Field, 'kind'> & Partial<Field>): Field {
  return { key, label, group: 'all', width: 112, ...overrides }
}

function makeChoices(...labels: string[]): { value: string; label: string }[] {
  return labels.map((label, index) => ({ value: `choice_${index}`, label }))
}

function makeRecord(index: number): AnyRecord {
  const month = pad((index % 12) + 1)
  const fees = index % 9 === 0 ? 0 : (index % 50) * 11_000
  return {
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    version: 1,
    inserted_at: '2026-11-01T09:00:00+09:00',
    updated_at: '2026-11-01T09:00:00+09:00',
    section: `솔빛마을 ${(index % 40) + 1}단지`,
    owner: `소유자 ${index + 1}`,
    regi_date: index % 7 === 3 ? null : `2026-${month}-${pad((index % 28) + 1)}`,
    fees,
    address: index % 5 === 0 ? null : `서울특별시 가상구 시험로 ${index + 1}`,
    stage: `choice_${index % 4}`,
    is_paid: index % 3 === 0,
    purpose: ['소유권이전', '근저당권설정', null][index % 3] ?? null,
    area: (index % 1000) / 8,
    receipt: `제${String(index + 1).padStart(6, '0')}호`,
    stamp_tax: (index % 20) * 1000,
    vat: Math.floor((fees + 5) / 10),
    received_on: `2026-${month}-01`,
    kind: `choice_${index % 3}`,
    ...Object.fromEntries(Array.from({ length: 6 }, (_, remark) => [`remark_${remark}`, `${remark}-${index}`])),
  }
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
