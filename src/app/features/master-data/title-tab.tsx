import { titleKind } from './master-kinds.ts'
import { MasterScreen } from './master-screen.tsx'
import { TitleExportButton } from './title-export-button.tsx'
import { TitleTable } from './title-table.tsx'

/** 목록관리 (spec 3 §2 "Title screen"): filters, Excel export, column groups and a detail panel beside the table. */
export function TitleTab() {
  return <MasterScreen kind={titleKind} controls={controls} actions={TitleExportButton} table={TitleTable} />
}

const controls = [
  { kind: 'choice', field: 'project', label: '프로젝트' },
  { kind: 'choice', field: 'project.manager', label: '관리자' },
  { kind: 'choice', field: 'status', label: '상태' },
] as const
