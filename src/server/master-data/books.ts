import {
  type MasterCollection,
  masterListSchemas,
  masterQuestion,
  type MasterQuestion,
  titleExportFileNames,
} from '#contract/deposit-cases/master-data.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { titleSheet, type NamedTitle } from '#domain/sheets/title-sheet.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ServedBook, ServedSheet } from '../books/served-book.ts'
import { equalsIfGiven } from '../db/lists/conditions.ts'
import type { Conditions } from '../db/lists/list-description.ts'
import { writableCollection } from '../db/writable-collection.ts'
import { addressesOfTitle, departmentOfCompany, managersOfDepartment } from './belonging.ts'
import { readCompanySent, readDepartmentSent } from './read-sent.ts'

/**
 * Companies 회사. These are the master lists for the write pipeline and sync; each returned row
 * includes the names of what it belongs to.
 */
const companyCollection = writableCollection('companies')

/** Departments 부서. */
const departmentCollection = writableCollection('departments', {
  joins: { company_name: (alias) => nameOf('company', sql.ref(`${alias}.company`)) },
  referenceConflict: managersOfDepartment,
})

/** Managers 관리자. */
export const managerCollection = writableCollection('managers', {
  joins: {
    company_name: (alias) => nameOf('company', sql.ref(`${alias}.company`)),
    department_name: (alias) => nameOf('department', sql.ref(`${alias}.department`)),
  },
  referenceConflict: departmentOfCompany,
})

/** Projects 사업구간. */
const projectCollection = writableCollection('projects', {
  joins: {
    manager_name: (alias) => nameOf('manager', sql.ref(`${alias}.manager`)),
    department_name: (alias) => nameBehindManager('department', sql.ref(`${alias}.manager`)),
    company_name: (alias) => nameBehindManager('company', sql.ref(`${alias}.manager`)),
  },
})

/** Titles 목록. `created_at` is the published API's name for the creation time. */
const titleCollection = writableCollection('titles', {
  referenceConflict: addressesOfTitle,
  joins: {
    created_at: (alias) => sql`${sql.ref(`${alias}.inserted_at`)}`,
    project_name: (alias) => nameOf('project', sql.ref(`${alias}.project`)),
    manager_name: (alias) => nameOf('manager', managerOfProject(alias)),
    department_name: (alias) => nameBehindManager('department', managerOfProject(alias)),
    company_name: (alias) => nameBehindManager('company', managerOfProject(alias)),
  },
})

export const masterDataCollections = [
  companyCollection,
  departmentCollection,
  managerCollection,
  projectCollection,
  titleCollection,
] as const

type Id = RawBuilder<unknown>

function nameOf(table: 'company' | 'department' | 'manager' | 'project', id: Id): Id {
  return sql`(select named.name from ${sql.table(table)} named where named.id = ${id})`
}

function nameBehindManager(table: 'company' | 'department', manager: Id): Id {
  return nameOf(table, sql`(select m.${sql.ref(table)} from manager m where m.id = ${manager})`)
}

function managerOfProject(alias: string): Id {
  return sql`(select p.manager from project p where p.id = ${sql.ref(`${alias}.project`)})`
}

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
    question: masterQuestion,
    answer: masterListSchemas[name],
    ...own[name],
  }
})
