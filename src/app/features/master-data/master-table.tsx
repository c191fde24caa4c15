import { bookToast } from '#app/records/actions/outcome-words.ts'
import { jumpMessages, tablePlace } from '#app/records/address/table-place.ts'
import { tableQuestion } from '#app/records/address/table-question.ts'
import type { DataTableProps } from '#app/ui/data-table/data-table-props.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { isFilterable } from './master-columns.ts'
import { masterPageSizes } from './master-search.ts'
import type { MasterDesk } from './use-master-desk.ts'

interface MasterTableProps {
  desk: MasterDesk
  /** What a list with a detail panel brings; absent: a row opens its form. */
  detail?: Pick<DataTableProps, 'onOpenRow' | 'rowActions' | 'pending' | 'goTo' | 'opens'>
}

/** The table of one master list, in pages or as one virtual list; nothing is edited in it. */
export function MasterTable({ desk, detail }: MasterTableProps) {
  const { kind, state, source, paging, queryKey, commands, layout, deletion } = desk
  const toast = useToast()
  return (
    <DataTable
      tableId={kind.tableId}
      label={kind.label}
      source={source}
      {...layout.table}
      {...tablePlace({ source, ...state, paging, pageSizes: masterPageSizes, jumpMessages })}
      queryKey={queryKey}
      opens="edit"
      onOpenRow={desk.setEdited}
      onDeleteRow={(row) => void deletion.ask(row)}
      goTo={commands.goTo}
      {...detail}
      {...tableQuestion(state, { isFilterable, onRefused: (text) => toast.info(text, bookToast) })}
      history={commands}
      onMessage={(message) => toast[message.type](message.text, bookToast)}
      today={officeToday}
    />
  )
}
