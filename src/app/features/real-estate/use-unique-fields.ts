import { useQuery } from '@tanstack/react-query'
import { uniqueFieldsSchema } from '#contract/real-estate.ts'
import { compareKorean } from '#domain/collate.ts'
import { personNames } from '#domain/person-name.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { useWholeLists } from '#app/records/copy/use-whole-lists.ts'
import { useApi } from '#app/session/api.tsx'

/**
 * What the suggestion filters offer, by their keys in the address: the unique-fields call (spec 2 §7), kept on the device by the query persister. Until it was ever
 * answered, the same lists are made from the mirrored groups, so that the filters also work on a first day without a network.
 */
export function useUniqueFields(): Readonly<Record<string, readonly string[]>> {
  const api = useApi()
  const { 'real-estate-groups': groups } = useWholeLists(useOfflineCopy(), groupList)
  const { data } = useQuery({
    queryKey: ['real-estate', 'unique-fields'],
    queryFn: async ({ signal }) =>
      uniqueFieldsSchema.parse(await api.get('/api/mysql/realestate/unique_fields/', { signal }).json()),
    staleTime: 60_000,
    meta: { persist: true },
  })
  function distinct(key: string): string[] {
    const values = groups.map((group) => group[key]).filter((value) => typeof value === 'string')
    return [...new Set(values)].filter((value) => value !== '').toSorted(compareKorean)
  }
  return {
    region: data?.business_regions ?? distinct('region'),
    type: data?.business_types ?? distinct('type'),
    business_section: data?.business_sections ?? distinct('name'),
    business_manager: personNames(data?.business_managers ?? distinct('manager')),
  }
}

const groupList = ['real-estate-groups'] as const
