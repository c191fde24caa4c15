import { useEffect, useMemo, useState } from 'react'
import type { AnyRecord } from '#contract/books/field.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { SectionMasters } from './section-choices.ts'

/** The sections and managers of the master data on this device; empty until the first copy is there. */
export function useSectionMasters(copy: OfflineCopy): SectionMasters {
  const [projects, setProjects] = useState<readonly AnyRecord[]>([])
  const [managers, setManagers] = useState<readonly AnyRecord[]>([])
  useEffect(() => copy.watchAll('projects', setProjects), [copy])
  useEffect(() => copy.watchAll('managers', setManagers), [copy])
  return useMemo(() => ({ projects, managers }), [projects, managers])
}
