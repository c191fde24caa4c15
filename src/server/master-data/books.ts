import { type RawBuilder, sql } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import {
  buildTitleFileNames,
  companyImageLimits,
  type MasterCollection,
  type MasterDataQuery,
  masterListSchemas,
  masterQueryShape,
} from '#contract/master-data/master-data.ts'
import { idSchema } from '#contract/records/values.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { type NamedTitle, titleSheet } from '#domain/sheets/book-sheets.ts'
import type { ServedBook, ServedSheet } from '#server/books/served-book.ts'
import { type ParseWrite, readBody, toFields } from '#server/books/write-routes.ts'
import { type Conditions, matchIfGiven } from '#server/db/lists/list-description.ts'
import type { Deps } from '#server/deps.ts'
import { readPictureForm } from '#server/documents/pictures/store-picture.ts'
import { createWritableBook, type WritableBook } from '#server/writes/writable-book.ts'
import type { WriteRequest } from '#server/writes/write-request.ts'
import { findDeletedPicture, storeCompanyPicture } from './company-picture.ts'

/** Companies 회사. */
const writableCompanyBook = createWritableBook('companies')

type ReferenceConflict = NonNullable<WritableBook['referenceConflict']>

/**
 * A manager's department must belong to the manager's company. Locks the department until the write
 * is done.
 */
const checkDepartmentCompany: ReferenceConflict = async (trx, { after }) => {
  const { rows } = await sql<{ company: string }>`
    select company from department where id = ${after['department']} for key share
  `.execute(trx)
  if (rows[0]?.company === after['company']) return undefined
  return { field: 'department', message: '부서: 선택한 회사의 부서가 아닙니다. 다시 선택해 주세요.' }
}

/**
 * A title with addresses cannot move to another project, because its addresses would be listed
 * under the wrong project.
 */
const checkTitleAddresses: ReferenceConflict = async (trx, { before, after }) => {
  if (before === null || before['project'] === after['project']) return undefined
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from address where title = ${before['id']} and project is not null
  `.execute(trx)
  const count = rows[0]?.n ?? 0
  if (count === 0) return undefined
  return {
    field: 'project',
    message: `프로젝트: 이 목록에 부동산 주소 ${formatNumber(count)}건이 있어 다른 프로젝트로 옮길 수 없습니다.`,
  }
}

/**
 * A department with managers cannot move to another company, because its managers would be left in
 * another company's department.
 */
const checkDepartmentManagers: ReferenceConflict = async (trx, { before, after }) => {
  if (before === null || before['company'] === after['company']) return undefined
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from manager where department = ${before['id']}
  `.execute(trx)
  const count = rows[0]?.n ?? 0
  if (count === 0) return undefined
  return {
    field: 'company',
    message: `회사: 이 부서에 관리자 ${formatNumber(count)}명이 있어 회사를 바꿀 수 없습니다.`,
  }
}

/** Departments 부서. */
const writableDepartmentBook = createWritableBook('departments', {
  joins: { company_name: (alias) => selectName('company', sql.ref(`${alias}.company`)) },
  referenceConflict: checkDepartmentManagers,
})

/** Managers 관리자. */
export const writableManagerBook = createWritableBook('managers', {
  joins: {
    company_name: (alias) => selectName('company', sql.ref(`${alias}.company`)),
    department_name: (alias) => selectName('department', sql.ref(`${alias}.department`)),
  },
  referenceConflict: checkDepartmentCompany,
})

/** Projects 사업구간. */
const writableProjectBook = createWritableBook('projects', {
  joins: {
    manager_name: (alias) => selectName('manager', sql.ref(`${alias}.manager`)),
    department_name: (alias) => selectNameViaManager('department', sql.ref(`${alias}.manager`)),
    company_name: (alias) => selectNameViaManager('company', sql.ref(`${alias}.manager`)),
  },
})

/** Titles 목록. `created_at` is the published API's name for the creation time. */
const writableTitleBook = createWritableBook('titles', {
  referenceConflict: checkTitleAddresses,
  joins: {
    created_at: (alias) => sql`${sql.ref(`${alias}.inserted_at`)}`,
    project_name: (alias) => selectName('project', sql.ref(`${alias}.project`)),
    manager_name: (alias) => selectName('manager', selectProjectManager(alias)),
    department_name: (alias) => selectNameViaManager('department', selectProjectManager(alias)),
    company_name: (alias) => selectNameViaManager('company', selectProjectManager(alias)),
  },
})

/** Each returned row includes the names of the records it belongs to. */
export const writableMasterDataBooks = [
  writableCompanyBook,
  writableDepartmentBook,
  writableManagerBook,
  writableProjectBook,
  writableTitleBook,
] as const

type SqlExpression = RawBuilder<unknown>

function selectName(table: 'company' | 'department' | 'manager' | 'project', id: SqlExpression): SqlExpression {
  return sql`(select named.name from ${sql.table(table)} named where named.id = ${id})`
}

function selectNameViaManager(table: 'company' | 'department', manager: SqlExpression): SqlExpression {
  return selectName(table, sql`(select m.${sql.ref(table)} from manager m where m.id = ${manager})`)
}

function selectProjectManager(alias: string): SqlExpression {
  return sql`(select p.manager from project p where p.id = ${sql.ref(`${alias}.project`)})`
}

const filtersByBook: Partial<Record<MasterCollection, (query: MasterDataQuery) => Conditions>> = {
  departments: ({ company_id }) => matchIfGiven('company', company_id, 'uuid'),
  managers: ({ company_id, department_id }) => [
    ...matchIfGiven('company', company_id, 'uuid'),
    ...matchIfGiven('department', department_id, 'uuid'),
  ],
  titles: ({ manager }) =>
    manager ? [sql<boolean>`r.project in (select p.id from project p where p.manager = ${manager})`] : [],
}

const joinedTitles: ServedSheet = {
  ...titleSheet,
  isJoined: true,
  createRowMapper: () =>
    Promise.resolve((title: AnyRecord & NamedTitle['names']) => titleSheet.toCells({ title, names: title })),
  fileNames: buildTitleFileNames,
}

const bookOverrides: Partial<Record<MasterCollection, Partial<ServedBook<typeof masterQueryShape>>>> = {
  // These two also accept forms.
  companies: { parseWrite: createCompanyReader },
  departments: { parseWrite: createDepartmentReader },
  titles: { sheet: joinedTitles },
}

/** The master lists that deposit cases refer to, each sorted by name. */
export const masterDataBooks = writableMasterDataBooks.map((book): ServedBook<typeof masterQueryShape> => {
  const name = book.name as MasterCollection
  return {
    book,
    list: {
      book,
      defaultOrder: 'name',
      filters: (_db, query) => filtersByBook[name]?.(query) ?? [],
    },
    paramsShape: masterQueryShape,
    listSchema: masterListSchemas[name],
    ...bookOverrides[name],
  }
})

/** Reads a department sent as JSON or as a form. */
function createDepartmentReader(): ParseWrite {
  return async (kind, parts) => {
    if (!parts.form) return await readBody(kind, parts)
    const { fields } = await readPictureForm(parts.form, companyImageLimits)
    return { body: fields }
  }
}

/**
 * Reads a company sent as JSON or as a form, with or without a picture
 * (contract/master-data/master-data.ts). A company created again under the id of a deleted one,
 * as an undo does, gets its picture back.
 */
function createCompanyReader({ db, newId }: Deps): ParseWrite {
  return async (kind, parts) => {
    const isForm = parts.form !== null
    const { fields, picture } = parts.form
      ? await readPictureForm(parts.form, companyImageLimits)
      : { fields: parts.body, picture: undefined }
    const { remove_img: isRemoved, ...sentFields } = toFields(fields)
    const form = isForm ? withId(kind, sentFields, newId) : undefined
    const body = form ?? parts.body
    const id = idSchema.safeParse((form ?? sentFields)['id'])
    // A picture needs its company's id. Without a valid one the pipeline refuses the request.
    if (!id.success) return { body }
    if (picture !== undefined) return { body, stored: { img: await storeCompanyPicture(db, id.data, picture) } }
    if (isForm && isRemoved === '1') return { body, stored: { img: null } }
    const deletedPicture = kind === 'create' ? await findDeletedPicture(db, id.data) : undefined
    return deletedPicture === undefined ? { body } : { body, stored: { img: deletedPicture } }
  }
}

function withId(
  kind: WriteRequest['kind'],
  fields: Readonly<Record<string, unknown>>,
  newId: () => string,
): Record<string, unknown> {
  return kind === 'create' && fields['id'] === undefined ? { id: newId(), ...fields } : { ...fields }
}
