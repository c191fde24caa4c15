import { bookToast } from '#app/records/actions/outcome-words.ts'
import { jumpMessages } from '#app/records/address/table-place.ts'
import { tableQuestion } from '#app/records/address/table-question.ts'
import { DeskTable } from '#app/records/screen/desk-table.tsx'
import type { DataTableProps } from '#app/ui/data-table/data-table-props.ts'
import { isFilterable } from './master-columns.ts'
import type { MasterDesk } from './use-master-desk.ts'

interface MasterTableProps {
  desk: MasterDesk
  /** What a list with a detail panel brings; absent: a row opens its form. */
  detail?: Pick<DataTableProps, 'onOpenRow' | 'rowActions' | 'pending' | 'goTo' | 'opens'>
}

/** The table of one master list, in pages or as one virtual list; nothing is edited in it. */
export function MasterTable({ desk, detail }: MasterTableProps) {
  return (
    <DeskTable
      desk={desk}
      isReadOnly
      jumpMessages={jumpMessages}
      opens="edit"
      onOpenRow={desk.setEdited}
      onDeleteRow={(row) => desk.deletion.ask(row)}
      {...detail}
      {...tableQuestion(desk.state, { isFilterable, onRefused: (text) => desk.toast.info(text, bookToast) })}
    />
  )
}
