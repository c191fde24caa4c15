import { useMemo, type ComponentType } from 'react'
import { useOfflineCopy } from '#app/records/copy/offline-copy.tsx'
import { useAddressSearch } from '#app/records/address/use-address-search.ts'
import { useRecordRows } from '#app/records/screen/use-record-rows.ts'
import { ColumnManager } from '#app/ui/column-layout/column-manager.tsx'
import { usePagingMode } from '#app/ui/data-table/paging/paging-mode.ts'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
import { MasterFilters } from './master-filters.tsx'
import { MasterForm, type MasterFormProps } from './master-form.tsx'
import type { MasterKind } from './master-kinds.ts'
import { masterQuery, masterSearchKind } from './master-search.ts'
import { MasterTable } from './master-table.tsx'
import { PointedRecord } from './pointed-record.tsx'
import { useMasterDesk, type MasterDesk, type MasterDeskNeed } from './use-master-desk.ts'

export interface MasterScreenProps {
  kind: MasterKind
  /** Absent: the general form. */
  form?: ComponentType<MasterFormProps>
  /** Filters that always stand in the bar. */
  controls?: readonly FilterControl[]
  /** Buttons of this list alone. */
  actions?: ComponentType<{ desk: MasterDesk }>
  /** Table and what stands beside it. Absent: the table, whose rows open the form. */
  table?: ComponentType<{ desk: MasterDesk }>
}

/** One master list: search, table, add, edit, delete (spec 3 §2 "Master-data screens"), on the offline copy. */
export function MasterScreen(props: MasterScreenProps) {
  const { kind } = props
  const copy = useOfflineCopy()
  const searchKind = useMemo(() => masterSearchKind(kind), [kind])
  const state = useAddressSearch(searchKind)
  const paging = usePagingMode(kind.tableId)
  const { page, page_size: pageSize } = state.search
  const query = masterQuery(state.search)
  const rows = useRecordRows(copy, { collection: kind.collection, query, mode: paging[0], page, pageSize })
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 pt-3">
      {rows.source ? <MasterList {...props} {...{ copy, state, paging }} {...rows} source={rows.source} /> : null}
    </div>
  )
}

function MasterList(props: MasterScreenProps & MasterDeskNeed) {
  const { kind, form: Form = MasterForm, controls = [], actions: Actions, table: Table = MasterTable } = props
  const { copy, state, paging, source, queryKey } = props
  const desk = useMasterDesk({ kind, copy, state, paging, source, queryKey })
  const { edited, deletion, layout } = desk
  const record = edited === 'new' || edited === null ? null : edited.record
  return (
    <>
      <MasterFilters desk={desk} controls={controls} actions={Actions ? <Actions desk={desk} /> : null} />
      {/* In a low window the screen scrolls rather than leaving no row in sight. */}
      <div className="flex min-h-0 flex-1 flex-col cramped:min-h-80">
        <Table desk={desk} />
      </div>
      <ColumnManager {...layout.manager} groups={kind.description.groups} source={source} />
      {edited === null ? null : (
        <Form
          {...{ kind, record }}
          lists={desk.lists}
          onSave={(values) => desk.save(record, values)}
          onClose={() => desk.setEdited(null)}
        />
      )}
      {deletion.pointed ? <PointedRecord kind={kind} {...deletion.pointed} onClose={deletion.close} /> : null}
    </>
  )
}
