import { useCallback, useEffect, useState } from 'react'
import type { AnyRecord } from '#contract/records/field.ts'
import { useOfflineCopy } from '../../session/offline-copy.tsx'
import type { NameOf } from './entry-texts.ts'

/** The names of the small collections that fields refer to, and the groups themselves for choosing one. */
export function useReferenceNames(): { nameOf: NameOf; groups: readonly AnyRecord[] } {
  const copy = useOfflineCopy()
  const [groups, setGroups] = useState<readonly AnyRecord[]>([])
  useEffect(() => copy.watchAll('real-estate-groups', setGroups), [copy])
  const nameOf = useCallback<NameOf>(
    (collection, id) => {
      if (collection !== 'real-estate-groups') return undefined
      const name = groups.find((group) => group.id === id)?.['name']
      return typeof name === 'string' ? name : undefined
    },
    [groups],
  )
  return { nameOf, groups }
}
