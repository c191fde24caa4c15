import type { SourceRow } from '#contract/row-source.ts'

/** The addresses that rows of any book are about: themselves, or those that they point at; `without`: how many point at none. */
export function addressedRows(
  collection: string,
  rows: readonly SourceRow[],
): { readonly addressIds: readonly string[]; readonly without: number } {
  const ids = rows.map(({ id, record }) => (collection === 'addresses' ? id : record['address_id']))
  const known = ids.filter((id) => typeof id === 'string')
  return { addressIds: [...new Set(known)], without: ids.length - known.length }
}
