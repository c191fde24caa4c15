import type { AnyRecord, FieldValue } from '#contract/records/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { vatOf } from '#domain/vat.ts'
import type { Edit } from '#mirror/offline-copy.ts'

/** An edit to be taken down, or the Korean reason why it cannot be. */
export type EditOrRefusal = { edit: Edit } | { refusal: string }

/**
 * A change of one entry (inline edit or the detail window). The tax follows the fee unless the same change sets it (spec 2 §9).
 * Refuses an entry without a group (spec 2 §5 "Case book").
 */
export function caseUpdate(row: SourceRow, changes: Record<string, FieldValue>): EditOrRefusal {
  const groupId = 'group_id' in changes ? changes['group_id'] : row.record['group_id']
  if (groupId == null || groupId === '') return { refusal: '사업구간(그룹) 정보가 없습니다.' }
  const withTax = withFollowingTax(changes)
  const changed = Object.entries(withTax)
    .map(([field, value]) => [field, { old: row.record[field] ?? null, new: value }] as const)
    .filter(([, { old, new: next }]) => old !== next)
  return {
    edit: {
      kind: 'update',
      collection: 'real-estate',
      id: row.id,
      baseVersion: row.record.version,
      changes: Object.fromEntries(changed),
      caption: caseCaption(row.record, row.joined['group_id']),
    },
  }
}

/** A new entry from the entry line. Refuses one without a group (spec 2 §5 "Case book"). */
export function caseCreate(id: string, fields: Record<string, FieldValue>): EditOrRefusal {
  if (fields['group_id'] == null || fields['group_id'] === '') return { refusal: '사업구간(그룹)을 선택하세요.' }
  return { edit: { kind: 'create', collection: 'real-estate', id, fields: withFollowingTax(fields) } }
}

export function caseDelete(row: SourceRow): Edit {
  return {
    kind: 'delete',
    collection: 'real-estate',
    id: row.id,
    baseVersion: row.record.version,
    caption: caseCaption(row.record, row.joined['group_id']),
  }
}

/** How people speak of an entry: its owner, else its group. */
export function caseCaption(record: AnyRecord, group: AnyRecord | undefined): string {
  const owner = record['owner']
  return typeof owner === 'string' && owner !== '' ? owner : String(group?.['name'] ?? '사건')
}

function withFollowingTax(changes: Record<string, FieldValue>): Record<string, FieldValue> {
  const fees = changes['fees']
  if (fees === undefined || 'fees_vat' in changes) return changes
  return { ...changes, fees_vat: typeof fees === 'number' ? vatOf(fees) : null }
}
