import { useMemo } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { useWholeLists } from '#app/records/copy/use-whole-lists.ts'
import type { ColumnFlags } from '#app/records/screen/column-flags.ts'

const changes = ['address-changes'] as const

/** 소유자 변경됨 of an address, and of whatever points at it, while nobody has decided about it. */
export function useAddressFlags(): ColumnFlags {
  const lists = useWholeLists(useOfflineCopy(), changes)
  const open = lists['address-changes'].filter(
    (record) => record['decision'] === 'open' && record['change_kind'] === 'owner_changed',
  )
  const ids = [...new Set(open.map((record) => String(record['address_id'])))].toSorted().join(' ')
  return useMemo(() => {
    const flagged = new Set(ids.split(' '))
    return ({ id, record }: SourceRow) =>
      flagged.has(id) || flagged.has(String(record['address_id'])) ? '소유자 변경됨' : null
  }, [ids])
}
