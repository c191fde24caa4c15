import type { SourceRow } from '#contract/records/row-source.ts'

/**
 * The addresses of any book's rows: the rows themselves, or the addresses they refer to.
 * `skippedCount`: number of rows without one.
 */
export function collectAddressIds(
  collection: string,
  rows: readonly SourceRow[],
): { readonly addressIds: readonly string[]; readonly skippedCount: number } {
  const ids = rows.map(({ id, record }) => (collection === 'addresses' ? id : record['address_id']))
  const addressIds = ids.filter((id) => typeof id === 'string')
  return { addressIds: [...new Set(addressIds)], skippedCount: ids.length - addressIds.length }
}
