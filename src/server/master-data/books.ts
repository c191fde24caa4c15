import {
  type MasterCollection,
  masterListSchemas,
  masterQuestion,
  type MasterQuestion,
  titleExportFileNames,
} from '#contract/deposit-cases/master-data.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { titleSheet, type NamedTitle } from '#domain/sheets/title-sheet.ts'
import { sql } from 'kysely'
import type { ServedBook, ServedSheet } from '../books/served-book.ts'
import { equalsIfGiven } from '../db/lists/conditions.ts'
import type { Conditions } from '../db/lists/list-description.ts'
import { masterDataCollections } from './collections.ts'
import { requireMasterDataAccess } from './policy.ts'
import { readCompanySent, readDepartmentSent } from './read-sent.ts'

const filtersOf: Partial<Record<MasterCollection, (question: MasterQuestion) => Conditions>> = {
  departments: ({ company_id }) => equalsIfGiven('company', company_id, 'uuid'),
  managers: ({ company_id, department_id }) => [
    ...equalsIfGiven('company', company_id, 'uuid'),
    ...equalsIfGiven('department', department_id, 'uuid'),
  ],
  titles: ({ manager }) =>
    manager ? [sql<boolean>`r.project in (select p.id from project p where p.manager = ${manager})`] : [],
}

const joinedTitles: ServedSheet = {
  ...titleSheet,
  isJoined: true,
  rowsBy: () => Promise.resolve((title: AnyRecord & NamedTitle['names']) => titleSheet.rowOf({ title, names: title })),
  fileNames: titleExportFileNames,
}

const own: Partial<Record<MasterCollection, Partial<ServedBook<typeof masterQuestion>>>> = {
  // These two also accept forms.
  companies: { readSent: readCompanySent },
  departments: { readSent: readDepartmentSent },
  titles: { sheet: joinedTitles },
}

/** The master lists behind the deposit cases, each sorted by name. */
export const masterDataBooks = masterDataCollections.map((collection): ServedBook<typeof masterQuestion> => {
  const name = collection.name as MasterCollection
  return {
    collection,
    list: {
      collection,
      defaultOrder: 'name',
      filters: (_db, question) => filtersOf[name]?.(question) ?? [],
    },
    policy: requireMasterDataAccess,
    question: masterQuestion,
    answer: masterListSchemas[name],
    ...own[name],
  }
})
