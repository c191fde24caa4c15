import { sql } from 'kysely'
import type { MasterListQuery } from '#contract/master-data.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import { isAsked } from '../db/lists/conditions.ts'
import type { Conditions, ListDescription } from '../db/lists/list-description.ts'
import type { WritableCollection } from '../db/writable-collection.ts'

export type MasterFilters = Omit<MasterListQuery, 'page' | 'page_size'>

/** A master list by name. A filter that it has no column for is without effect: the generic table asks every list the same way. */
export function masterListOf(collection: WritableCollection): ListDescription<MasterFilters> {
  return {
    collection,
    usualOrder: 'name',
    filters: (_db, question) => filtersOf[collection.name]?.(question) ?? [],
  }
}

const filtersOf: Partial<Record<CollectionName, (question: MasterFilters) => Conditions>> = {
  departments: ({ company_id }) => isAsked('company', company_id, 'uuid'),
  managers: ({ company_id, department_id }) => [
    ...isAsked('company', company_id, 'uuid'),
    ...isAsked('department', department_id, 'uuid'),
  ],
  projects: ({ manager, status }) => [...isAsked('manager', manager, 'uuid'), ...isAsked('status', status, 'text')],
  titles: ({ project, manager, status }) => [
    ...isAsked('project', project, 'uuid'),
    ...(manager ? [sql<boolean>`r.project in (select p.id from project p where p.manager = ${manager})`] : []),
    ...isAsked('status', status, 'text'),
  ],
}
