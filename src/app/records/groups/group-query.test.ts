import { expect, test } from 'vitest'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import { realEstateBook } from '#contract/books/real-estate.ts'
import { getRecordBook } from '../record-book.ts'
import { listAllGroupings } from './group-query.ts'

test('offers a reference and its name once, unless the list is grouped by the name', () => {
  const columns = buildAllColumns(realEstateBook, { group_id: { label: '사업구간' } })
  const listSections = (field: string | null) =>
    listAllGroupings(getRecordBook('real-estate'), columns, field === null ? null : { field })
      .filter(({ label }) => label === '사업구간')
      .map(({ by }) => by.field)
  expect(listSections(null)).toEqual(['group_id'])
  expect(listSections('group_id.name')).toEqual(['group_id', 'group_id.name'])
})
