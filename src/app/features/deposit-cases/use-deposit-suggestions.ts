import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import { depositUniqueFieldsSchema } from '#contract/deposit-cases.ts'
import { compareKorean } from '#domain/collate.ts'
import { useApi } from '#app/session/api.tsx'
import type { SectionMasters } from './section-choices.ts'

/** What the suggestion filters and the free texts of a case offer. */
export type DepositSuggestions = Pick<
  z.infer<typeof depositUniqueFieldsSchema>,
  'business_sections' | 'business_managers' | 'purposes'
>

/**
 * The unique-fields call (spec 2 §7), kept on the device by the query persister. Until it was ever answered, sections and managers of the mirrored master data
 * are offered, so that the filters also work on a first day without a network.
 */
export function useDepositSuggestions(masters: SectionMasters): DepositSuggestions {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['deposit-cases', 'unique-fields'],
    queryFn: async ({ signal }) =>
      depositUniqueFieldsSchema.parse(await api.get('/api/mysql/deposition/unique_fields/', { signal }).json()),
    staleTime: 60_000,
    meta: { persist: true },
  })
  return useMemo(() => data ?? suggestionsOf(masters), [data, masters])
}

export function suggestionsOf({ projects, managers }: SectionMasters): DepositSuggestions {
  return { business_sections: names(projects), business_managers: names(managers), purposes: usualPurposes }
}

/** What such an office files (research/domain.md §3.2). */
const usualPurposes = ['공탁', '소유권이전', '대위상속', '근저당말소']

function names(records: SectionMasters['projects']): string[] {
  const all = records.map(({ name }) => name).filter((name) => typeof name === 'string')
  return [...new Set(all)].toSorted(compareKorean)
}
