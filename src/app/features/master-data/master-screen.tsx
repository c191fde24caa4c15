import { useMemo, type ComponentType } from 'react'
import { useOfflineCopy } from '#app/records/copy/offline-copy.tsx'
import { useAddressSearch } from '#app/records/address/use-address-search.ts'
import { useRecordRows } from '#app/records/screen/use-record-rows.ts'
import { usePagingMode } from '#app/ui/data-table/paging/paging-mode.ts'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
import { MasterFilters } from './master-filters.tsx'
import { MasterForm, type MasterFormProps } from './master-form.tsx'
import type { MasterKind } from './master-kinds.ts'
import { masterQuery, masterSearchKind } from './master-search.ts'
import { MasterTable } from './master-table.tsx'
import { PointedRecord } from './pointed-record.tsx'
import { useMasterScreen, type MasterScreenState, type MasterNeed } from './use-master-screen.ts'

export interface MasterScreenProps {
  kind: MasterKind
  /** Absent: the general form. */
  form?: ComponentType<MasterFormProps>
  /** Filters that always stand in the bar. */
  controls?: readonly FilterControl[]
  /** Buttons of this list alone. */
  actions?: ComponentType<{ screen: MasterScreenState }>
  /** Table and what stands beside it. Absent: the table, whose rows open the form. */
  table?: ComponentType<{ screen: MasterScreenState }>
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

function MasterList(props: MasterScreenProps & MasterNeed) {
  const { kind, form: Form = MasterForm, controls = [], actions: Actions, table: Table = MasterTable } = props
  const { copy, state, paging, source, queryKey } = props
  const screen = useMasterScreen({ kind, copy, state, paging, source, queryKey })
  const { edited, deletion } = screen
  const record = edited === 'new' || edited === null ? null : edited.record
  return (
    <>
      <MasterFilters screen={screen} controls={controls} actions={Actions ? <Actions screen={screen} /> : null} />
      <Table screen={screen} />
      {edited === null ? null : (
        <Form
          {...{ kind, record }}
          lists={screen.lists}
          onSave={(values) => screen.save(record, values)}
          onClose={() => screen.setEdited(null)}
        />
      )}
      {deletion.pointed ? <PointedRecord kind={kind} {...deletion.pointed} onClose={deletion.close} /> : null}
    </>
  )
}
