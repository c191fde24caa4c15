import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { defaultPurposes } from '#contract/books/deposit-cases.ts'
import { depositUniqueFieldsSchema } from '#contract/deposit-cases/deposit-cases.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { compareKorean } from '#domain/text/collate.ts'
import { personNames } from '#domain/text/person-name.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useCompleteLists } from '#app/records/copy/use-complete-lists.ts'
import { useApi } from '#app/session/api.tsx'
import type { SectionMasters } from './section-choices.ts'

/** Values offered by the filters of the cases, and the master data of their sections. */
export interface DepositOffers {
  readonly masters: SectionMasters
  /** Values offered by the filters, by field. */
  readonly suggestions: Readonly<Record<'business_section' | 'business_manager' | 'purpose', readonly string[]>>
}

/**
 * The unique-fields call, cached on the device by the query persister. Until the server first
 * answered, sections and managers come from the mirrored master data, so that the filters also work
 * offline on the first day.
 */
export function useDepositOffers(copy: OfflineCopy): DepositOffers {
  const api = useApi()
  const masters = useCompleteLists(copy, masterLists)
  const { data } = useQuery({
    queryKey: ['deposit-cases', 'unique-fields'],
    queryFn: async ({ signal }) =>
      depositUniqueFieldsSchema.parse(await api.get('/api/mysql/deposition/unique_fields/', { signal }).json()),
    staleTime: 60_000,
    meta: { persist: true },
  })
  return useMemo(
    () => ({
      masters,
      suggestions: {
        business_section: data?.business_sections ?? namesOf(masters.projects),
        business_manager: personNames(data?.business_managers ?? namesOf(masters.managers)),
        purpose: data?.purposes ?? defaultPurposes,
      },
    }),
    [data, masters],
  )
}

const masterLists = ['projects', 'managers'] as const

function namesOf(records: readonly AnyRecord[]): string[] {
  const all = records.map(({ name }) => name).filter((name) => typeof name === 'string')
  return [...new Set(all)].toSorted(compareKorean)
}
