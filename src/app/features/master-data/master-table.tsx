import { bookToast } from '#app/records/actions/outcome-words.ts'
import { jumpMessages } from '#app/records/address/table-place.ts'
import { tableQuestion } from '#app/records/address/table-question.ts'
import { ScreenTable } from '#app/records/screen/screen-table.tsx'
import type { DataTableProps } from '#app/ui/data-table/data-table-props.ts'
import { isFilterable } from './master-columns.ts'
import type { MasterScreenState } from './use-master-screen.ts'

interface MasterTableProps {
  screen: MasterScreenState
  /** What a list with a detail panel brings; absent: a row opens its form. */
  detail?: Pick<DataTableProps, 'onOpenRow' | 'rowActions' | 'pending' | 'goTo' | 'opens'>
}

/** The table of one master list, in pages or as one virtual list; nothing is edited in it. */
export function MasterTable({ screen, detail }: MasterTableProps) {
  return (
    <ScreenTable
      screen={screen}
      isReadOnly
      jumpMessages={jumpMessages}
      opens="edit"
      onOpenRow={screen.setEdited}
      onDeleteRow={(row) => screen.deletion.ask(row)}
      {...detail}
      {...tableQuestion(screen.state, { isFilterable, onRefused: (text) => screen.toast.info(text, bookToast) })}
    />
  )
}
