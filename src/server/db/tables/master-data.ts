import type { Generated } from 'kysely'

interface MasterTable {
  id: string
  version: Generated<number>
  name: string
  description: string | null
  is_demo: Generated<boolean>
  inserted_at: Generated<string>
  updated_at: Generated<string>
}

export interface CompanyTable extends MasterTable {
  address: string | null
  img: string | null
}

export interface DepartmentTable extends MasterTable {
  company: string
}

export interface ManagerTable extends MasterTable {
  company: string
  department: string
  position: string | null
  tel: string | null
  email: string | null
}

interface ProgressTable extends MasterTable {
  status: string
  progress_percentage: number | null
}

export interface ProjectTable extends ProgressTable {
  manager: string
  start_date: string | null
  end_date: string | null
}

export interface TitleTable extends ProgressTable {
  project: string
}

export interface CompanyPictureTable {
  /** SHA-256 of the bytes, hex. */
  id: string
  media_type: string
  bytes: Buffer
  inserted_at: Generated<string>
}
