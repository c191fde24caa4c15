import type { ColumnFlags } from '#app/records/screen/column-flags.ts'

/** 소유자 변경됨, or 등기 변동 of any other kind, of an address and of whatever points at it, while nobody has decided about it. */
export const addressFlags: ColumnFlags = {
  lists: ['address-changes'],
  flagBy(lists) {
    const open = (lists['address-changes'] ?? []).filter(({ decision }) => decision === 'open')
    const idsOf = (changes: typeof open) => new Set(changes.map(({ address_id }) => address_id))
    const changed = idsOf(open)
    const owners = idsOf(open.filter(({ change_kind }) => change_kind === 'owner_changed'))
    return ({ id, record }) => {
      const isIn = (ids: ReadonlySet<unknown>) => ids.has(id) || ids.has(record['address_id'] ?? '')
      return isIn(owners) ? '소유자 변경됨' : isIn(changed) ? '등기 변동' : null
    }
  },
}
