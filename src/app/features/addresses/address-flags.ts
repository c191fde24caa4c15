import { addressChangeDescription } from '#contract/books/address-parts.ts'
import type { ColumnFlags } from '#app/records/screen/column-flags.ts'

/**
 * Flags addresses, and records that refer to one, with the most important undecided change of the
 * register; 소유자 변경됨 comes first.
 */
export const addressFlags: ColumnFlags = {
  lists: ['address-changes'],
  flagBy(lists) {
    const flagged = new Map<unknown, number>()
    for (const { address_id, change_kind, decision } of lists['address-changes'] ?? []) {
      const place = kinds.findIndex(({ value }) => value === change_kind)
      if (decision !== 'open' || place < 0) continue
      flagged.set(address_id, Math.min(place, flagged.get(address_id) ?? place))
    }
    return ({ id, record }) => {
      const place = flagged.get(id) ?? flagged.get(record['address_id'])
      return place === undefined ? null : (kinds[place]?.label ?? null)
    }
  },
}

/** Most important first. */
const kinds = addressChangeDescription.fields.flatMap((field) => (field.key === 'change_kind' ? field.choices : []))
