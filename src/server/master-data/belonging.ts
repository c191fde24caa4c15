import { sql } from 'kysely'
import type { WritableCollection } from '../db/writable-collection.ts'

type ReferenceConflict = NonNullable<WritableCollection['referenceConflict']>

/**
 * A manager's department must belong to the manager's company. Locks the department until the write
 * is done.
 */
export const departmentOfCompany: ReferenceConflict = async (trx, { after }) => {
  const { rows } = await sql<{ company: string }>`
    select company from department where id = ${after['department']} for key share
  `.execute(trx)
  if (rows[0]?.company === after['company']) return undefined
  return { field: 'department', message: '부서: 선택한 회사의 부서가 아닙니다. 다시 선택해 주세요.' }
}

/**
 * A title with addresses cannot move to another section, because its addresses would be listed
 * under the wrong section.
 */
export const addressesOfTitle: ReferenceConflict = async (trx, { before, after }) => {
  if (before === null || before['project'] === after['project']) return undefined
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from address where title = ${before['id']} and project is not null
  `.execute(trx)
  const count = rows[0]?.n ?? 0
  if (count === 0) return undefined
  return {
    field: 'project',
    message: `프로젝트: 이 목록에 부동산 주소 ${count.toLocaleString('ko-KR')}건이 있어 다른 프로젝트로 옮길 수 없습니다.`,
  }
}

/**
 * A department with managers cannot move to another company, because its managers would be left in
 * another company's department.
 */
export const managersOfDepartment: ReferenceConflict = async (trx, { before, after }) => {
  if (before === null || before['company'] === after['company']) return undefined
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from manager where department = ${before['id']}
  `.execute(trx)
  const count = rows[0]?.n ?? 0
  if (count === 0) return undefined
  return {
    field: 'company',
    message: `회사: 이 부서에 관리자 ${count.toLocaleString('ko-KR')}명이 있어 회사를 바꿀 수 없습니다.`,
  }
}
