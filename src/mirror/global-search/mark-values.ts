import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import { hasCosts, listValueFields, type SearchedValue } from '#domain/text/searched-value.ts'
import type { Collection } from '#mirror/query/collection.ts'

/** Marks the slots with this amount or day in any field, or with this sum of costs; null: none. */
export function markValues({ table, columns }: Collection, searched: SearchedValue): Uint8Array | null {
  const { fields } = table.description
  const mask = new Uint8Array(table.size())
  for (const { key } of listValueFields(fields, searched)) {
    const column = columns.column(key)
    if (column?.kind === 'numbers') markEqual(mask, column.numbers, searched.value)
    else if (column) markEqual(mask, column.codes, column.codeOf.get(String(searched.value)))
  }
  if (searched.kind === 'won' && hasCosts(fields)) markSums(mask, columns, searched.value)
  return mask.includes(1) ? mask : null
}

function markEqual(
  mask: Uint8Array,
  values: Float64Array | Uint32Array,
  searched: SearchedValue['value'] | undefined,
): void {
  if (typeof searched !== 'number') return
  for (let slot = 0; slot < mask.length; slot++) if (values[slot] === searched) mask[slot] = 1
}

function markSums(mask: Uint8Array, columns: Collection['columns'], searched: number): void {
  const costs = costKeys.flatMap((key) => {
    const column = columns.column(key)
    return column?.kind === 'numbers' ? [column.numbers] : []
  })
  for (let slot = 0; slot < mask.length; slot++) {
    let sum = 0
    for (const numbers of costs) sum += numbers[slot] || 0
    if (sum === searched) mask[slot] = 1
  }
}
