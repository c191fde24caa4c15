import { type ComponentType, useMemo, useState } from 'react'
import { briefToasts } from '#app/records/actions/outcome-texts.ts'
import { useRecordFromUrl } from '#app/records/detail/use-record-from-url.ts'
import { RecordForm, type RecordFormProps } from '#app/records/form/record-form.tsx'
import { useCompleteLists } from '#app/records/offline-copy/use-complete-lists.ts'
import { RecordFilters } from '#app/records/screen/record-filters.tsx'
import { FormTable } from '#app/records/screen/screen-table.tsx'
import { TableButtons } from '#app/records/screen/table-buttons.tsx'
import { type ScreenRecords, useScreenRecords } from '#app/records/screen/use-screen-records.ts'
import { type ScreenState, useScreenState } from '#app/records/screen/use-screen-state.ts'
import { createRecordSearch, type PlainSearch, type RecordSearch } from '#app/records/url-state/record-search.ts'
import { useUrlSearch } from '#app/records/url-state/use-url-search.ts'
import { readOnlyColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
import type { FieldValue } from '#contract/books/field.ts'
import { type MasterCollection, masterCollections } from '#contract/master-data/master-data.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import {
  buildMasterColumns,
  describeLoadFailure,
  describeMissingField,
  formatAffiliation,
  type MasterLists,
} from './master-columns.ts'

/** One master list on its screen. */
export interface MasterView {
  screen: ScreenState
  lists: MasterLists
  columns: readonly Column[]
  openForm(row: SourceRow): void
  onAdd(): void
}

interface MasterScreenProps {
  collection: MasterCollection
  /** Absent: the general form. */
  form?: ComponentType<RecordFormProps>
  /** Filters that are always in the bar. */
  controls?: readonly FilterControl[]
  exportButton?: ComponentType<MasterView>
  /** The table and what is next to it. Absent: the plain table, whose rows open the form. */
  table?: ComponentType<MasterView>
}

const createMasterSearch = (name: MasterCollection) =>
  createRecordSearch(name, { order: [{ field: 'name', direction: 'asc' }] })

/** Search parameters by list. */
const searches: Readonly<Record<MasterCollection, RecordSearch<PlainSearch>>> = {
  companies: createMasterSearch('companies'),
  departments: createMasterSearch('departments'),
  managers: createMasterSearch('managers'),
  projects: createMasterSearch('projects'),
  titles: createMasterSearch('titles'),
}

/** One master list from the offline copy: search, table, add, edit, delete. */
export function MasterScreen(props: MasterScreenProps) {
  const kind = searches[props.collection]
  const state = useUrlSearch(kind)
  const records = useScreenRecords({ recordSearch: kind, state, tableId: `master-data-${props.collection}` })
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 pt-3 tablet:gap-2 tablet:pt-1">
      {records ? <MasterList {...props} records={records} /> : null}
    </div>
  )
}

function MasterList(props: MasterScreenProps & { records: ScreenRecords<PlainSearch> }) {
  const {
    records,
    collection,
    form: Form = RecordForm,
    controls,
    exportButton: Export,
    table: Table = MasterTable,
  } = props
  const { book, copy, state, source } = records
  const lists = useCompleteLists(copy, masterCollections)
  const columns = useMemo(() => buildMasterColumns(collection, lists), [collection, lists])
  const tableColumns = useMemo(() => readOnlyColumns(columns), [columns])
  const screen = useScreenState({
    ...records,
    columns: tableColumns,
    toasts: briefToasts,
    loadFailed: describeLoadFailure(collection),
    // Refreshes the list from its first page.
    onSaved() {
      state.change({ page: 1 })
      source.refresh()
    },
  })
  const [edited, setEdited] = useState<SourceRow | 'new' | null>(null)
  const record = edited === 'new' || edited === null ? null : edited.record
  const view = { screen, lists, columns, openForm: setEdited, onAdd: () => setEdited('new') }

  async function save(values: Record<string, FieldValue>) {
    if (record === null) return await screen.actions.add(values)
    return (await screen.actions.change({ record }, values)) ? record.id : null
  }

  const actions = (
    <>
      {Export ? <Export {...view} /> : null}
      <TableButtons screen={screen} />
    </>
  )
  return (
    <>
      <RecordFilters screen={screen} actions={actions} onAdd={view.onAdd} {...(controls && { controls })} />
      <Table {...view} />
      {edited === null ? null : (
        <Form
          book={book}
          lists={lists}
          record={record}
          // Departments are offered only within their company, so they need no note.
          describeChoice={(pointed, { key }) =>
            key === 'department' || key === 'company' ? '' : formatAffiliation(pointed, lists)
          }
          missingText={describeMissingField}
          onSave={save}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

/**
 * Read-only, because changing one field may require another (a manager's company and department).
 */
function MasterTable({ screen, openForm, onAdd }: MasterView) {
  useRecordFromUrl(screen, openForm)
  return <FormTable screen={screen} onOpenRow={openForm} onAdd={onAdd} />
}
