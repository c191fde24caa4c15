import { groupListQuerySchema } from '#contract/real-estate.ts'
import { bookOf } from '#contract/books/collections.ts'
import { isOrderable } from '../db/lists/list-description.ts'
import { readWholeList } from '../db/lists/read-list.ts'
import type { GenericExcel } from '../documents/generic-excel.ts'
import { realEstateGroupCollection } from './collections.ts'
import { groupList } from './list-groups.ts'
import { requireCaseBookAccess } from './policy.ts'

const listQuery = groupListQuerySchema.omit({ page: true, page_size: true })

const filters = listQuery.extend({
  ordering: listQuery.shape.ordering.refine((given) => isOrderable(groupList, given), '정렬할 수 없는 항목입니다.'),
})

/** The groups 사업구간(그룹) as sheets, out and in (spec 1 §7.3). */
export const groupExcel: GenericExcel<typeof filters> = {
  collection: realEstateGroupCollection,
  base: bookOf('real-estate-groups').path,
  policy: requireCaseBookAccess,
  filters,
  records: { find: (db, question) => readWholeList(db, groupList, question) },
}
