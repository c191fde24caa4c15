import { Pencil } from 'lucide-react'
import { useMemo } from 'react'
import { useEditingColumns } from '#app/records/screen/use-editing-columns.ts'
import { RecordBeside } from '#app/records/detail/record-beside.tsx'
import { FormTable } from '#app/records/screen/form-table.tsx'
import type { MasterView } from './master-screen.tsx'

/** Titles with the open one beside them: the tabs of spec 3 §2 "Title screen" (basic, details, dates). */
export function TitleTable(view: MasterView) {
  const { screen, openForm, onAdd } = view
  const columns = useEditingColumns('titles', view.columns, screen.history)
  const rowActions = useMemo(
    () => [{ key: 'edit', label: '수정', icon: <Pencil {...icon} />, run: openForm }],
    [openForm],
  )
  return (
    <RecordBeside screen={screen} columns={columns} tabs={tabs}>
      {(shared) => <FormTable screen={screen} {...shared} opens="detail" rowActions={rowActions} onAdd={onAdd} />}
    </RecordBeside>
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
