import { type RawBuilder, sql } from 'kysely'
import type { AnyRecord } from '#contract/records/field.ts'
import {
  companyDescription,
  departmentDescription,
  managerDescription,
  projectDescription,
  titleDescription,
} from '#contract/records/master-data.ts'
import type { WritableCollection } from '../db/writable-collection.ts'
import { departmentOfCompany, managersOfDepartment } from './belonging.ts'

/** What the five master lists have in common: staff's own, small, searched in memory. */
const common = {
  mayRead: ({ isStaff, isSuperuser }: { isStaff: boolean; isSuperuser: boolean }) => isStaff || isSuperuser,
  joins: {},
  references: {},
  derive: () => ({}),
  subjectOf: (row: AnyRecord) => String(row['name'] ?? ''),
}

/** Companies 회사. The lists here are as the write pipeline and sync see them; each answered row carries the names of what it belongs to (spec 3 §3). */
export const companyCollection: WritableCollection = {
  ...common,
  name: 'companies',
  description: companyDescription,
  table: 'company',
  pointedAtBy: [
    { table: 'department', column: 'company', label: '부서' },
    { table: 'manager', column: 'company', label: '관리자' },
  ],
}

/** Departments 부서. */
export const departmentCollection: WritableCollection = {
  ...common,
  name: 'departments',
  description: departmentDescription,
  table: 'department',
  joins: { company_name: (alias) => nameOf('company', sql.ref(`${alias}.company`)) },
  references: { company: 'company' },
  pointedAtBy: [{ table: 'manager', column: 'department', label: '관리자' }],
  disagreement: managersOfDepartment,
}

/** Managers 관리자. */
export const managerCollection: WritableCollection = {
  ...common,
  name: 'managers',
  description: managerDescription,
  table: 'manager',
  joins: {
    company_name: (alias) => nameOf('company', sql.ref(`${alias}.company`)),
    department_name: (alias) => nameOf('department', sql.ref(`${alias}.department`)),
  },
  references: { company: 'company', department: 'department' },
  pointedAtBy: [{ table: 'project', column: 'manager', label: '사업구간' }],
  disagreement: departmentOfCompany,
}

/** Projects 사업구간. */
export const projectCollection: WritableCollection = {
  ...common,
  name: 'projects',
  description: projectDescription,
  table: 'project',
  joins: {
    manager_name: (alias) => nameOf('manager', sql.ref(`${alias}.manager`)),
    department_name: (alias) => nameBehindManager('department', sql.ref(`${alias}.manager`)),
    company_name: (alias) => nameBehindManager('company', sql.ref(`${alias}.manager`)),
  },
  references: { manager: 'manager' },
  pointedAtBy: [{ table: 'title', column: 'project', label: '목록' }],
}

/** Titles 목록. */
export const titleCollection: WritableCollection = {
  ...common,
  name: 'titles',
  description: titleDescription,
  table: 'title',
  joins: {
    project_name: (alias) => nameOf('project', sql.ref(`${alias}.project`)),
    manager_name: (alias) => nameOf('manager', managerOfProject(alias)),
    department_name: (alias) => nameBehindManager('department', managerOfProject(alias)),
    company_name: (alias) => nameBehindManager('company', managerOfProject(alias)),
  },
  references: { project: 'project' },
  pointedAtBy: [],
}

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
