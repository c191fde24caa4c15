import { type RawBuilder, sql } from 'kysely'
import { writableCollection } from '../db/writable-collection.ts'
import { addressesOfTitle, departmentOfCompany, managersOfDepartment } from './belonging.ts'

/**
 * Companies 회사. These are the master lists for the write pipeline and sync; each returned row
 * includes the names of what it belongs to.
 */
export const companyCollection = writableCollection('companies')

/** Departments 부서. */
export const departmentCollection = writableCollection('departments', {
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
export const projectCollection = writableCollection('projects', {
  joins: {
    manager_name: (alias) => nameOf('manager', sql.ref(`${alias}.manager`)),
    department_name: (alias) => nameBehindManager('department', sql.ref(`${alias}.manager`)),
    company_name: (alias) => nameBehindManager('company', sql.ref(`${alias}.manager`)),
  },
})

/** Titles 목록. `created_at` is the published API's name for the creation time. */
export const titleCollection = writableCollection('titles', {
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
