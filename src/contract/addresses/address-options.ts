import { z } from 'zod'
import { filterOptionSchema } from '../records/generic-resource.ts'

const ids = z.record(z.string(), z.array(z.string()))

/**
 * Answer of `GET /api/deposition/address/filter_options` in addition to the fixed values of every
 * list: the 담당자, 사업구간 and 목록 to choose from, and by id which entries belong together.
 */
export const addressOptionsShape = {
  business_managers: z.array(filterOptionSchema),
  business_sections: z.array(filterOptionSchema),
  business_titles: z.array(filterOptionSchema),
  manager_section_mapping: ids,
  section_title_mapping: ids,
}
export type AddressOptions = z.infer<z.ZodObject<typeof addressOptionsShape>>
