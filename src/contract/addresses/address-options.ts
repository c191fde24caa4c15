import { z } from 'zod'
import { filterOptionSchema } from '../generic-resource.ts'

const ids = z.record(z.string(), z.array(z.string()))

/**
 * What `GET /api/deposition/address/filter_options` says beside the fixed values of every list (spec 3 §3): 담당자, 사업구간 and 목록 that can be chosen, and by id which of
 * the next one goes with which.
 */
export const addressOptionsShape = {
  business_managers: z.array(filterOptionSchema),
  business_sections: z.array(filterOptionSchema),
  business_titles: z.array(filterOptionSchema),
  manager_section_mapping: ids,
  section_title_mapping: ids,
}
export type AddressOptions = z.infer<z.ZodObject<typeof addressOptionsShape>>
