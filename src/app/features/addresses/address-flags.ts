import type { ColumnFlags } from '#app/records/screen/record-extras.ts'
import { addressChangeBook } from '#contract/books/address-parts.ts'

/**
 * Flags an address, or a record that refers to one, with its most important undecided register
 * change, e.g. 소유자 변경됨.
 */
export const addressFlags: ColumnFlags = {
  lists: ['address-changes'],
  flagBy(lists) {
    const flagged = new Map<unknown, number>()
    for (const { address_id, change_kind, decision } of lists['address-changes'] ?? []) {
      const rank = kinds.findIndex(({ value }) => value === change_kind)
      if (decision !== 'open' || rank < 0) continue
      flagged.set(address_id, Math.min(rank, flagged.get(address_id) ?? rank))
    }
    return ({ id, record }) => {
      const rank = flagged.get(id) ?? flagged.get(record['address_id'])
      return rank === undefined ? null : (kinds[rank]?.label ?? null)
    }
  },
}

/** Kinds of register changes in the contract's order, most important first. */
const kinds = addressChangeBook.fields.flatMap((field) => (field.key === 'change_kind' ? field.choices : []))
