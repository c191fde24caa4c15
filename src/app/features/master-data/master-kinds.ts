import { mirroredCollections } from '#contract/books/collections.ts'
import type { MasterCollection } from '#contract/master-data.ts'
import type { Field, RecordDescription } from '#contract/books/field.ts'

/** One of the five master lists as its screen sees it (spec 3 §2 "Master-data screens"). */
export interface MasterKind {
  readonly collection: MasterCollection
  readonly description: RecordDescription
  /** Names what the device keeps for the table. */
  readonly tableId: string
  /** Accessible name of the table. */
  readonly label: string
  readonly searchPlaceholder: string
}

export const companyKind = kindOf('companies', '회사', '회사명·주소, 초성')
export const departmentKind = kindOf('departments', '부서', '부서명·회사, 초성')
export const managerKind = kindOf('managers', '관리자', '이름·연락처, 초성')
export const projectKind = kindOf('projects', '사업구간', '사업구간명·관리자, 초성')
export const titleKind = kindOf('titles', '목록', '목록명·프로젝트, 초성')

export function fieldsOf({ description }: MasterKind): readonly Field[] {
  return description.fields
}

function kindOf(collection: MasterCollection, label: string, searchPlaceholder: string): MasterKind {
  return {
    collection,
    description: mirroredCollections[collection],
    tableId: `master-data-${collection}`,
    label,
    searchPlaceholder,
  }
}
