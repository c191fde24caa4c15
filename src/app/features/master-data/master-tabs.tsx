import { Pencil } from 'lucide-react'
import { useMemo, useState } from 'react'
import { bookToast } from '#app/records/actions/outcome-texts.ts'
import { RecordPanel } from '#app/records/detail/record-panel.tsx'
import { ExportButton } from '#app/records/excel/export-button.tsx'
import { RecordForm, type RecordFormProps } from '#app/records/form/record-form.tsx'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { FormTable } from '#app/records/screen/screen-table.tsx'
import { useEditingColumns } from '#app/records/screen/use-screen-state.ts'
import { useApi } from '#app/session/api.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { buildTitleFileNames } from '#contract/master-data/master-data.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { titleSheet } from '#domain/sheets/book-sheets.ts'
import { findAffiliationNames, type MasterLists } from './master-columns.ts'
import { MasterScreen, type MasterView } from './master-screen.tsx'
import { type PictureChange, PictureField, sendPicture } from './picture-field.tsx'

/** Titles with the open one next to them in a panel with tabs (basic, details, dates). */
function TitleTable(view: MasterView) {
  const { screen, openForm, onAdd } = view
  const columns = useEditingColumns('titles', view.columns, screen.history)
  const rowActions = useMemo(
    () => [{ key: 'edit', label: '수정', icon: <Pencil {...icon} />, run: openForm }],
    [openForm],
  )
  return (
    <RecordPanel screen={screen} columns={columns} tabs={tabs}>
      {(shared) => <FormTable screen={screen} {...shared} opens="detail" rowActions={rowActions} onAdd={onAdd} />}
    </RecordPanel>
  )
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

const tabs = [
  {
    key: 'basic',
    label: '기본정보',
    fields: ['name', 'project', 'project.manager', 'department_name', 'company_name'],
  },
  { key: 'details', label: '상세정보', fields: ['status', 'progress_percentage', 'description'] },
  { key: 'dates', label: '일자', fields: ['inserted_at', 'updated_at'] },
] as const

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

/** 목록관리: filters, Excel export, column groups and a detail panel next to the table. */
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

/** 엑셀 내보내기 of the filtered rows, made on this device, which has the list and all names. */
function TitleExport({ screen, lists }: MasterView) {
  return (
    <ExportButton
      screen={screen}
      buildExport={() => ({
        collection: 'titles',
        query: screen.query,
        fromServer: null,
        sheet: buildTitleSheet(lists),
        fileName: buildTitleFileNames(getOfficeToday()).korean,
      })}
    />
  )
}

function buildTitleSheet(lists: MasterLists) {
  const toCells = ({ record }: SourceRow) =>
    titleSheet.toCells({ title: record, names: findAffiliationNames(record, lists) })
  return { ...titleSheet, toCells }
}

/** Form of a company. Its fields go through the outbox, its picture directly to the server. */
function CompanyForm(props: RecordFormProps) {
  const copy = useOfflineCopy()
  const api = useApi()
  const toast = useToast()
  const { connection } = useSyncStatus()
  const [change, setChange] = useState<PictureChange | null>(null)
  const img = props.record?.['img']

  async function save(values: Parameters<RecordFormProps['onSave']>[0]) {
    const id = await props.onSave(values)
    if (id !== null && change) void uploadLogo(id, change)
    return id
  }

  async function uploadLogo(id: string, pictureChange: PictureChange) {
    const failure = await sendPicture({ copy, api }, id, pictureChange)
    if (failure === null) toast.success('로고 이미지가 저장되었습니다.', bookToast)
    else toast.error(failure)
  }

  return (
    <RecordForm
      {...props}
      onSave={save}
      extra={{
        isDirty: change !== null,
        content: (
          <PictureField
            current={typeof img === 'string' && img !== '' ? img : null}
            change={change}
            onChange={setChange}
            disabledReason={connection === 'offline' ? '로고 이미지는 연결되어 있을 때 올릴 수 있습니다.' : undefined}
          />
        ),
      }}
    />
  )
}
