import { useEffect, useState } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import { surveyOverview, type SurveyOverview } from '#domain/compensation/survey-overview.ts'
import type { SurveySource } from '#domain/compensation/survey-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'

/** `absent`: number of addresses missing on this device. */
export type SurveyCheck = SurveyOverview & { readonly absent: number }

/**
 * Totals and gaps of 토지조서 and 보상금 for these addresses, computed on the device; null while reading.
 * `addressIds` must keep its identity between renders.
 */
export function useSurveyCheck(addressIds: readonly string[]): SurveyCheck | null {
  const copy = useOfflineCopy()
  const [check, setCheck] = useState<SurveyCheck | null>(null)
  useEffect(() => {
    let isUnmounted = false
    void readSources(copy, addressIds).then((sources) => {
      if (!isUnmounted) setCheck({ ...surveyOverview(sources), absent: addressIds.length - sources.length })
    })
    return () => {
      isUnmounted = true
    }
  }, [copy, addressIds])
  return check
}

async function readSources(copy: OfflineCopy, ids: readonly string[]): Promise<SurveySource[]> {
  const rows = await Promise.all(ids.map((id) => copy.getRow('addresses', id)))
  const [owners, lands, buildings] = await Promise.all([
    partsOf<SurveySource['owners'][number]>(copy, 'address-owners', ids),
    partsOf<SurveySource['lands'][number]>(copy, 'address-lands', ids),
    partsOf<SurveySource['buildings'][number]>(copy, 'address-buildings', ids),
  ])
  return rows.flatMap((row) => {
    if (row === null || row.state === 'deleted') return []
    const { id } = row
    const parts = { owners: owners.get(id) ?? [], lands: lands.get(id) ?? [], buildings: buildings.get(id) ?? [] }
    return [{ address: row.record as unknown as SurveySource['address'], ...parts }]
  })
}

/** By address, in the order of the list. */
async function partsOf<Part>(
  copy: OfflineCopy,
  collection: CollectionName,
  ids: readonly string[],
): Promise<ReadonlyMap<unknown, readonly Part[]>> {
  const byAddress = new Map<unknown, Part[]>()
  const query = {
    filters: [{ op: 'one_of' as const, field: 'address_id', values: [...ids] }],
    search: '',
    sort: [{ field: 'place', direction: 'asc' as const }],
  }
  await copy.readAll(collection, query, (rows) => {
    for (const { record, state } of rows) {
      if (state === 'deleted') continue
      const parts = byAddress.get(record['address_id']) ?? []
      byAddress.set(record['address_id'], parts)
      parts.push(record as unknown as Part)
    }
  })
  return byAddress
}
