import { useQuery } from '@tanstack/react-query'
import { setupSchema } from '#contract/setup.ts'
import type { StepKey } from '#domain/first-steps.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { useApi } from '#app/session/api.tsx'
import { useOffice } from '#app/ui/office-facts.ts'

/** What the office has by now, from the copy on this device; of the server's own settings, for superusers, what it said last. Null: not known yet. */
export function useOfficeStanding(isSuperuser: boolean): Readonly<Partial<Record<StepKey, boolean | null>>> {
  const copy = useOfflineCopy()
  const backup = useBackupKey(isSuperuser)
  const { version } = useOffice()
  return {
    group: useFigure(copy, 'any-group', null).value,
    case: useFigure(copy, 'any-case', null).value,
    company: useFigure(copy, 'any-company', null).value,
    department: useFigure(copy, 'any-department', null).value,
    manager: useFigure(copy, 'any-manager', null).value,
    project: useFigure(copy, 'any-project', null).value,
    title: useFigure(copy, 'any-title', null).value,
    // Its first version is the fictional one that a new database begins with.
    ...(isSuperuser ? { office: version > 1 } : {}),
    ...(backup === undefined ? {} : { backup }),
  }
}

/** Undefined: nobody can say, and the other steps do not wait for it. */
function useBackupKey(isSuperuser: boolean): boolean | undefined {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['setup'],
    queryFn: async ({ signal }) => setupSchema.parse(await api.get('/api/setup', { signal }).json()),
    enabled: isSuperuser,
    meta: { persist: true },
  })
  return isSuperuser ? data?.has_backup_key : undefined
}
