import { masterListQuerySchema } from '#contract/master-data.ts'
import { bookOf } from '#contract/books/collections.ts'
import type { WritableCollection } from '../db/writable-collection.ts'
import { isOrderable } from '../db/lists/list-description.ts'
import { readWholeList } from '../db/lists/read-list.ts'
import type { GenericExcel } from '../documents/generic-excel.ts'
import { titleCollection } from './collections.ts'
import { masterListOf } from './list-records.ts'
import { requireMasterDataAccess } from './policy.ts'

const listQuery = masterListQuerySchema.omit({ page: true, page_size: true })

/** A master list as sheets, out and in (spec 1 §7.3). The screen of titles has an export of its own (spec 3 §2). */
export function excelOf(collection: WritableCollection): GenericExcel<typeof listQuery> {
  const list = masterListOf(collection)
  const ordering = listQuery.shape.ordering.refine((given) => isOrderable(list, given), '정렬할 수 없는 항목입니다.')
  return {
    collection,
    base: bookOf(collection.name).path,
    policy: requireMasterDataAccess,
    filters: listQuery.extend({ ordering }),
    records: { find: (db, filters) => readWholeList(db, list, filters) },
    ...(collection === titleCollection && { hasOwnExport: true }),
  }
}
