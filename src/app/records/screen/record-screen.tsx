import { type ComponentType, useMemo, useState } from 'react'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column, ColumnOverride, DataTableProps } from '#app/ui/data-table/data-table-props.ts'
import type { EntryLineDraft } from '#app/ui/data-table/editing/edit-action.ts'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import { listReferences, listSelectableReferences } from '#contract/books/references.ts'
import type { Wordings } from '#contract/books/wordings.ts'
import type { Joined } from '#domain/books/book-rules.ts'
import { RecordPanel } from '../detail/record-panel.tsx'
import { RecordForm } from '../form/record-form.tsx'
import { type CompleteLists, useReferenceLists } from '../offline-copy/use-complete-lists.ts'
import type { RecordBook } from '../record-book.ts'
import type { PlainSearch, RecordSearch } from '../url-state/record-search.ts'
import { useUrlSearch } from '../url-state/use-url-search.ts'
import { BookTable, type BookTableProps, RecordToolbar, type RecordToolbarProps } from './book-table.tsx'
import { DeadlineBanner } from './deadline-banner.tsx'
import { addFlag, type ColumnFlags, useColumnFlag } from './record-extras.ts'
import { RecordFilters } from './record-filters.tsx'
import {
  NoActions,
  type SelectionAction,
  type SelectionActionsProps,
  SelectionButtons,
  toRowActions,
} from './selection-actions.tsx'
import { type ScreenRecords, useScreenRecords } from './use-screen-records.ts'
import { useEntryLine, useScreenState } from './use-screen-state.ts'

interface RecordScreenProps<Search> {
  /** Keep the object stable between renders. */
  recordSearch: RecordSearch<Search>
  /** Key of this table's settings on the device; default: the collection. */
  tableId?: string
  /** Accessible name of the grid; default: the book's. */
  label?: string
  /** Message when the list can't be read (`ScreenDeps`). */
  loadFailed?: string
  /** How records are added: in an entry row above the list, in a form, or both. */
  creation: 'line' | 'form' | 'both'
  /**
   * Column settings beyond the description; `lists` returns the current options of references. Keep
   * the function stable between renders.
   */
  overrides?: (lists: () => Partial<CompleteLists>) => Readonly<Record<string, ColumnOverride | null>>
  /**
   * Field settings in the panel for columns that are read-only in the table. Keep the object stable
   * between renders.
   */
  panelOverrides?: Readonly<Record<string, ColumnOverride>>
  /** Suggestions of text filters, by their keys in the URL. */
  suggestions?: Readonly<Record<string, readonly string[]>>
  /** Default: made on this device from the description. */
  buildExport?: RecordToolbarProps['buildExport']
  /** Default: under the book's own path. */
  importPath?: string
  /** Wraps the table: actions on selected records, with their dialogs. */
  selection?: ComponentType<SelectionActionsProps>
  /** A flag shown after a column's value. Keep the object stable between renders. */
  flagColumn?: { readonly key: string; readonly flags: ColumnFlags }
  isHighlighted?: DataTableProps['isHighlighted']
  /** Toast texts for a change in the panel; default: the book's. */
  panelMessages?: Wordings
  /** Lists of the record's parts, as tabs of its panel. Keep the array stable between renders. */
  parts?: readonly EmbeddedTab[]
}

/**
 * The whole screen of an ordinary book: filters, table, panel and window, form or entry row, Excel
 * import and export, undo, with or without a network.
 */
export function RecordScreen<Search extends PlainSearch>(props: RecordScreenProps<Search>) {
  const { recordSearch, tableId = recordSearch.collection } = props
  const state = useUrlSearch(recordSearch)
  const records = useScreenRecords({ recordSearch, state, tableId })
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 pt-3 laptop:gap-2 laptop:pt-0 tablet:gap-2 tablet:pt-1">
      {records ? <Records {...props} records={records} /> : null}
    </div>
  )
}

function Records<Search extends PlainSearch>(props: RecordScreenProps<Search> & { records: ScreenRecords<Search> }) {
  const { records, label, loadFailed, creation, overrides, suggestions, buildExport } = props
  const { importPath, isHighlighted, parts, panelMessages } = props
  const { selection: Selection = NoActions, panelOverrides = noOverrides, flagColumn } = props
  const hasForm = creation !== 'line'
  const { book, copy } = records
  const lists = useReferenceLists(copy, book.collection)
  const latestLists = useLatest(lists)
  const flag = useColumnFlag(copy, flagColumn?.flags)
  const columns = useMemo(
    () =>
      buildBookColumns(book, latestLists, overrides?.(latestLists)).map((column) =>
        column.key === flagColumn?.key ? addFlag(column, flag) : column,
      ),
    [book, latestLists, overrides, flagColumn, flag],
  )
  const captionOfDraft = (draft: EntryLineDraft) =>
    book.rules.captionOf(draft, joinReferences(book.collection, draft, lists))
  const screen = useScreenState({
    ...records,
    ...(label && { label }),
    ...(loadFailed && { loadFailed }),
    columns,
    captionOfDraft,
  })
  const panelColumns = useMemo(
    () => screen.columns.map((column) => ({ ...column, ...panelOverrides[column.key], field: column.field })),
    [screen.columns, panelOverrides],
  )
  const [isAdding, setIsAdding] = useState(false)
  const toolbar = (chosen: readonly SelectionAction[]) => (
    <RecordToolbar screen={screen} {...(buildExport && { buildExport })} {...(importPath && { importPath })}>
      <SelectionButtons screen={screen} actions={chosen} />
    </RecordToolbar>
  )
  const adding = { ...(hasForm && { onAdd: () => setIsAdding(true) }), ...(isHighlighted && { isHighlighted }) }
  const Table = creation === 'form' ? BookTable : EntryTable
  return (
    <>
      <DeadlineBanner screen={screen} />
      <Selection screen={screen}>
        {(chosen) => (
          <>
            <RecordFilters
              screen={screen}
              {...(suggestions && { suggestions })}
              onAdd={hasForm ? () => setIsAdding(true) : undefined}
              actions={toolbar(chosen)}
            />
            <RecordPanel
              screen={screen}
              columns={panelColumns}
              {...(panelMessages && { wordings: panelMessages })}
              {...(parts && { parts })}
              actions={toRowActions(chosen, screen.toast)}
            >
              {(shared) => (
                <Table screen={screen} {...shared} {...adding} rowActions={toRowActions(chosen, screen.toast)} />
              )}
            </RecordPanel>
          </>
        )}
      </Selection>
      {isAdding ? (
        <RecordForm
          book={book}
          lists={lists}
          record={null}
          onSave={(values) => screen.actions.add(values)}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
    </>
  )
}

const noOverrides: Readonly<Record<string, ColumnOverride>> = {}

function EntryTable(props: BookTableProps) {
  return <BookTable {...props} entry={useEntryLine(props.screen)} />
}

/**
 * Columns of a book with an entry row: required ones are visible until hidden, and references offer
 * the current contents of `lists`.
 */
function buildBookColumns(
  book: RecordBook,
  lists: () => Partial<CompleteLists>,
  overrides: Readonly<Record<string, ColumnOverride | null>> = {},
): readonly Column[] {
  const references = new Map(listSelectableReferences(book.collection).map((reference) => [reference.key, reference]))
  return buildAllColumns(book, overrides).map((column) => {
    const reference = references.get(column.key)
    const options = () =>
      (reference ? (lists()[reference.to] ?? []) : []).map((record) => ({
        value: record.id,
        label: String(record[reference?.labelKey ?? ''] ?? ''),
      }))
    const isNeeded = column.field.required === true && column.isEditable
    const isUnlistedReference = column.field.kind === 'reference' && !reference
    return {
      ...(isNeeded && { isHidden: false }),
      ...(reference && { options }),
      ...column,
      ...(isUnlistedReference && { isEditable: false }),
    }
  })
}

/** Referenced records of a record, as its rows have them joined. */
function joinReferences(
  collection: CollectionName,
  record: Readonly<Record<string, FieldValue>>,
  lists: Partial<CompleteLists>,
): Joined {
  const joined = listReferences(collection).map(({ key, to }) => [key, lists[to]?.find(({ id }) => id === record[key])])
  return Object.fromEntries(joined)
}
