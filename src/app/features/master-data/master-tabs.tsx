import { CompanyForm } from './company-form.tsx'
import { MasterScreen } from './master-screen.tsx'
import { TitleExport } from './title-export.tsx'
import { TitleTable } from './title-table.tsx'

/** 회사관리 (spec 3 §2 "Company screen"). */
export function CompanyTab() {
  return <MasterScreen collection="companies" form={CompanyForm} />
}

export function DepartmentTab() {
  return <MasterScreen collection="departments" />
}

export function ManagerTab() {
  return <MasterScreen collection="managers" />
}

export function ProjectTab() {
  return <MasterScreen collection="projects" />
}

/** 목록관리 (spec 3 §2 "Title screen"): filters, Excel export, column groups and a detail panel beside the table. */
export function TitleTab() {
  return (
    <MasterScreen
      collection="titles"

      controls={titleControls}
      exportButton={TitleExport}
      table={TitleTable}
    />
  )
}

const titleControls = [
  { kind: 'choice', field: 'project', label: '프로젝트' },
  { kind: 'choice', field: 'project.manager', label: '관리자' },
  { kind: 'choice', field: 'status', label: '상태' },
] as const
