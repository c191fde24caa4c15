import { useEffect, useState } from 'react'
import type { AnyRecord } from '#contract/books/field.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

/** The groups 사업구간 on this device, by name; empty until the first copy is there. */
export function useGroups(copy: OfflineCopy): readonly AnyRecord[] {
  const [groups, setGroups] = useState<readonly AnyRecord[]>([])
  useEffect(() => copy.watchAll('real-estate-groups', setGroups), [copy])
  return groups
}
