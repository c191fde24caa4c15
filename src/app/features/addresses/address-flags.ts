import type { ColumnFlags } from '#app/records/screen/column-flags.ts'

/** 소유자 변경됨 of an address, and of whatever points at it, while nobody has decided about it. */
export const addressFlags: ColumnFlags = {
  lists: ['address-changes'],
  flagBy(lists) {
    const open = (lists['address-changes'] ?? []).filter(
      (record) => record['decision'] === 'open' && record['change_kind'] === 'owner_changed',
    )
    const flagged = new Set(open.map((record) => record['address_id']))
    return ({ id, record }) => (flagged.has(id) || flagged.has(record['address_id'] ?? '') ? '소유자 변경됨' : null)
  },
}
