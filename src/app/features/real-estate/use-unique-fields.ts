import { useQuery } from '@tanstack/react-query'
import { uniqueFieldsSchema, type UniqueFields } from '#contract/real-estate.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { compareKorean } from '#domain/collate.ts'
import { useApi } from '#app/session/api.tsx'

/**
 * What the suggestion filters offer: the unique-fields call (spec 2 §7), kept on the device by the query persister. Until it was ever answered, the same
 * lists are made from the mirrored groups, so that the filters also work on a first day without a network.
 */
export function useUniqueFields(groups: readonly AnyRecord[]): UniqueFields {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['real-estate', 'unique-fields'],
    queryFn: async ({ signal }) =>
      uniqueFieldsSchema.parse(await api.get('/api/mysql/realestate/unique_fields/', { signal }).json()),
    staleTime: 60_000,
    meta: { persist: true },
  })
  return data ?? uniqueFieldsOf(groups)
}

export function uniqueFieldsOf(groups: readonly AnyRecord[]): UniqueFields {
  return {
    business_sections: distinct(groups, 'name'),
    business_sections_id_map: Object.fromEntries(groups.map((group) => [String(group['name']), group.id])),
    business_regions: distinct(groups, 'region'),
    business_types: distinct(groups, 'type'),
    business_managers: distinct(groups, 'manager'),
  }
}

function distinct(groups: readonly AnyRecord[], key: string): string[] {
  const values = groups.map((group) => group[key]).filter((value) => typeof value === 'string' && value !== '')
  return [...new Set(values as string[])].toSorted(compareKorean)
}
