import { addressChangeDescription } from '#contract/books/address-parts.ts'
import type { ColumnFlags } from '#app/records/screen/column-flags.ts'

/**
 * Flags an address, or a record that refers to one, with its most important undecided register
 * change, e.g. 소유자 변경됨.
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

/** Kinds of register changes in the contract's order, most important first. */
const kinds = addressChangeDescription.fields.flatMap((field) => (field.key === 'change_kind' ? field.choices : []))
