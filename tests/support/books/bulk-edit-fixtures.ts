import type { FieldValue, RecordDescription } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { DerivedField } from '#domain/books/book-rules.ts'
import { buildVisibleColumns } from './from-description.ts'

const description: RecordDescription = {
  name: 'cases',
  label: '사건',
  groups: { basic: '기본정보' },
  fields: [
    {
      key: 'group_id',
      label: '사업구간',
      kind: 'reference',
      group: 'basic',
      required: true,
      refers: { collection: 'groups', label: 'name' },
    },
    { key: 'purpose', label: '등기목적', kind: 'text', group: 'basic', maxLength: 20 },
    { key: 'fees', label: '보수료', kind: 'won', group: 'basic', min: 0 },
    { key: 'fees_vat', label: '부가세', kind: 'won', group: 'basic', min: 0 },
    { key: 'created_at', label: '등기접수일', kind: 'date', group: 'basic' },
  ],
}

/** A small record type with every kind of field that the rules distinguish. */
export const columns = buildVisibleColumns(description, {
  group_id: { options: () => [{ value: 'g1', label: '누리천' }] },
})

export const follows: readonly DerivedField[] = [
  {
    key: 'fees_vat',
    source: 'fees',
    derive: (fees) => (typeof fees === 'number' ? Math.floor((fees + 5) / 10) : null),
    note: '보수료를 따릅니다.',
  },
]

export function makeRow(
  id: string,
  fields: Record<string, FieldValue>,
  state: SourceRow['state'] = 'plain',
): SourceRow {
  const base = { id, version: 1, inserted_at: '', updated_at: '' }
  const joined = { group_id: { ...base, id: 'g1', name: '누리천' } }
  return { id, record: { ...base, ...fields }, joined, marks: {}, state, isOutside: false }
}
