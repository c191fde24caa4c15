import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { addLayoutChange } from '#app/action-history/perform-action.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { type HistoryCommands, useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { throttle } from '#app/ui/browser/throttle.ts'
import { useMediaQuery } from '#app/ui/browser/use-media-query.ts'
import { type ColumnLayoutState, useColumnLayout } from '#app/ui/column-layout/use-column-layout.ts'
import type { CellOption, Column, EntryLine, RowSelection } from '#app/ui/data-table/data-table-props.ts'
import type { EntryLineDraft, SavedEntryLine } from '#app/ui/data-table/editing/edit-action.ts'
import type { PageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import { countChecked, noRows, selectionForQuery } from '#app/ui/data-table/selection/row-checks.ts'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { type ShowToast, useToast } from '#app/ui/overlays/toast.tsx'
import { fitPortrait } from '#app/ui/record-cards/card-shape.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import { listNameReferences, listReferences, type Reference } from '#contract/books/references.ts'
import type { Wordings } from '#contract/books/wordings.ts'
import { listNamedFilters, type Query } from '#contract/records/query.ts'
import { explainServerFailure } from '#domain/office/server-failure-texts.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { isRefused } from '#mirror/outbox/stored-entry.ts'
import {
  announceRefusals,
  bookToast,
  bookToasts,
  nothingCheckedText,
  type ToastTimes,
} from '../actions/outcome-texts.ts'
import type { ActionsDeps, RecordActions } from '../actions/record-actions.ts'
import { useRecordActions } from '../actions/use-record-actions.ts'
import { type CreateRecord, useCreateRecord } from '../form/create-record.ts'
import { type UsedTexts, useUsedTexts } from '../offline-copy/use-used-texts.ts'
import { getRecordBook, isCreatableByAllStaff } from '../record-book.ts'
import { useDirtyForm } from '../unstored-values/dirty-form.ts'
import type { PlainSearch } from '../url-state/record-search.ts'
import { turnToRow } from '../url-state/table-position.ts'
import { keepDeadlineInView, markOverdueDays } from './overdue-days.ts'
import type { ScreenRecords } from './use-screen-records.ts'

/** What a screen of a book provides. */
interface ScreenDeps<Search = PlainSearch> extends ScreenRecords<Search> {
  /** Accessible name of the grid; default: the book's. */
  label?: string
  /** Every column of the table; keep the array stable between renders. */
  columns: readonly Column[]
  /** Replaces the book's own texts. */
  wordings?: Wordings
  /** Name of a record that doesn't exist yet; default: from its own fields. */
  captionOfDraft?(draft: EntryLineDraft): string
  /** Keep the object stable between renders; default: that of the case books. */
  toasts?: ToastTimes
  /** Called when something has been saved. */
  onSaved?: ActionsDeps['onSaved']
  /**
   * Message when the list can't be read, with `{reason}`. The list itself says what is safe and
   * offers a retry.
   */
  loadFailed?: string
  /** Identifies the screen whose actions share an undo history; default: the table. */
  historyId?: string
}

/** State around a book's table: actions with undo, selection, column layout, bulk edit. */
export interface ScreenState<Search = PlainSearch> extends ScreenDeps<Search> {
  label: string
  toast: ShowToast
  history: ActionHistory
  layout: ReturnType<typeof useUndoableLayout>
  commands: HistoryCommands
  actions: RecordActions
  selection: SelectionState
  /** Number of records that match the query. */
  matchingCount: number
  /** Number of selected records. */
  selectedCount: number
  isBulkEditing: boolean
  startBulkEdit(): void
  closeBulkEdit(): void
  /** Column whose filter is open, opened from the column's menu. */
  columnFilter: OpenColumnFilter
}

export interface OpenColumnFilter {
  readonly field: string | null
  open(field: string | null): void
}

export function useScreenState<Search extends PlainSearch>(deps: ScreenDeps<Search>): ScreenState<Search> {
  const { book, wordings = deps.book.wordings, tableId, copy, source, query } = deps
  const pageTarget: ScreenDeps = deps
  const toast = useToast()
  const history = useActionHistory(copy, deps.historyId ?? tableId)
  const bookColumns = useMemo(() => markOverdueDays(deps.columns, book.rules), [deps.columns, book])
  const columns = useNarrowColumns(useEditingColumns(book.collection, bookColumns, history), book)
  const layout = useUndoableLayout({ tableId, columns, history })
  const revealRow = (index: number) => turnToRow(pageTarget, index)
  const commands = useHistoryCommands({
    history,
    source: source.wholeSource,
    collection: book.collection,
    toast,
    revealRow,
  })
  const { captionOfDraft = (draft) => book.rules.captionOf(draft), toasts = bookToasts, onSaved } = deps
  const options = { captionOfDraft, toasts, ...(onSaved && { onSaved }) }
  const actions = useRecordActions({ book, wordings, copy, source, toast, history, commands, ...options })
  useRefusalToasts({ copy, collection: book.collection, toast, wordings })
  useLoadFailure(source, (reason) => {
    if (deps.loadFailed)
      toast.error(
        deps.loadFailed.replace('{reason}', () => reason),
        toasts.done,
      )
  })
  const selection = useSelectedRecords(query, deps.queryKey)
  const matchingCount = useSyncExternalStore(source.subscribe, () => source.getWindow().total)
  const selectedCount = countChecked(selection.value, matchingCount)
  const [isBulkEditing, setIsBulkEditing] = useState(false)
  const [filterField, setFilterField] = useState<string | null>(null)
  const closeBulkEdit = useCallback(() => setIsBulkEditing(false), [])
  return {
    ...deps,
    columns,
    label: deps.label ?? book.label,
    toast,
    history,
    layout,
    commands,
    actions,
    selection,
    matchingCount,
    selectedCount,
    isBulkEditing,
    startBulkEdit() {
      if (selectedCount === 0) toast.info(`${nothingCheckedText} (Ctrl+Shift+Space)`, bookToast)
      else setIsBulkEditing(true)
    },
    closeBulkEdit,
    columnFilter: { field: filterField, open: setFilterField },
  }
}

function useLoadFailure(source: PageWindowSource, notify: (reason: string) => void): void {
  const { status, message, trouble } = useSyncExternalStore(source.subscribe, source.getState)
  // Being offline isn't a failure; the list itself says when it will load.
  const unavailableText =
    status === 'never_fetched' && trouble && trouble.kind !== 'no_network' ? explainServerFailure(trouble) : null
  const latestNotify = useLatest(notify)
  useEffect(() => {
    if (status === 'error') latestNotify()(message ?? '알 수 없는 오류')
    else if (unavailableText) latestNotify()(unavailableText)
  }, [status, message, unavailableText, latestNotify])
}

/** The columns for a narrow screen, where the first few are all that is seen without a swipe. */
function useNarrowColumns(columns: readonly Column[], { rules, card }: ScreenDeps['book']): readonly Column[] {
  const isNarrow = useMediaQuery('(40rem <= width < 80rem)')
  const isPortrait = useMediaQuery('(pointer: coarse) and (40rem <= width < 60rem)')
  return useMemo(() => {
    const shownColumns = isNarrow ? keepDeadlineInView(columns, rules) : columns
    return isPortrait ? fitPortrait(shownColumns, card) : shownColumns
  }, [columns, isNarrow, isPortrait, rules, card])
}

/**
 * A table's column layout with undo: every change is an action of the history, so Ctrl+Z restores
 * columns like values.
 */
function useUndoableLayout(options: {
  tableId: string
  /** Keep the array stable between renders. */
  columns: readonly Column[]
  history: ActionHistory
}): ColumnLayoutState {
  const { tableId, columns, history } = options
  const state = useColumnLayout(tableId, columns, ({ before, after }) =>
    addLayoutChange(history, { label: '컬럼 설정 변경', tableId, before, after }),
  )
  const { setLayout } = state
  useEffect(() => history.attachLayout(tableId, setLayout), [history, tableId, setLayout])
  return state
}

interface RefusalToastOptions {
  copy: OfflineCopy
  collection: CollectionName
  toast: ShowToast
  wordings: Wordings
}

/**
 * Reports server refusals of this book's records while the user goes on working, each one once.
 * Edits lost by the server are reported by `use-sync-consequences.ts`.
 */
function useRefusalToasts({ copy, collection, toast, wordings }: RefusalToastOptions): void {
  const reported = useRef(new Set<string>())
  useEffect(() => {
    const reportedIds = reported.current
    const listRefusedEntries = () =>
      copy.outbox.getEntries().filter((entry) => entry.collection === collection && isRefused(entry) && !entry.isLost)
    for (const { opId } of listRefusedEntries()) reportedIds.add(opId)
    const onRefusal = throttle(() => {
      const fresh = listRefusedEntries().filter(({ opId }) => !reportedIds.has(opId))
      for (const { opId } of fresh) reportedIds.add(opId)
      void announceRefusals(fresh, { copy, toast, wordings })
    })
    const stop = copy.outbox.subscribe(onRefusal.schedule)
    return () => {
      onRefusal.cancel()
      stop()
    }
  }, [copy, collection, toast, wordings])
}

interface SelectionState {
  /** The selection under the current filters; a predicate's `queryKey` is that of the table. */
  readonly value: RowSelection
  readonly onChange: (next: RowSelection) => void
}

/**
 * The selected records of a book. "All matching" depends on filters and search only: turning pages
 * or sorting changes the table's key, but not what matches.
 */
function useSelectedRecords(query: Query, queryKey: string): SelectionState {
  const [selection, setSelection] = useState<RowSelection>(noRows)
  const matchKey = JSON.stringify([listNamedFilters(query), query.search])
  return useMemo(() => {
    const current = selectionForQuery(selection, matchKey)
    return {
      value: current.kind === 'matching' ? { ...current, queryKey } : current,
      onChange: (next) => setSelection(next.kind === 'matching' ? { ...next, queryKey: matchKey } : next),
    }
  }, [selection, matchKey, queryKey])
}

/**
 * A book's columns with additional editor options: texts in use for fields with suggestions, and an
 * entry that creates a missing record (`새 사업구간 만들기`) as an action of this screen. A new array only
 * when the columns change.
 */
export function useEditingColumns(
  collection: CollectionName,
  columns: readonly Column[],
  history: ActionHistory,
): readonly Column[] {
  const make = useCreateRecord()
  const latestUsedTexts = useLatest(useUsedTexts(collection))
  return useMemo(
    () =>
      columns.map((column) =>
        withRecordCreation(withUsedTexts(column, latestUsedTexts), collection, { make, history }),
      ),
    [collection, columns, latestUsedTexts, make, history],
  )
}

function withUsedTexts(column: Column, latestUsedTexts: () => UsedTexts): Column {
  const { field, isEditable } = column
  if (!field.repeats || !isEditable) return column
  function options(): readonly CellOption[] {
    const ownOptions = column.options?.() ?? []
    const named = new Set(ownOptions.map(({ value }) => value))
    latestUsedTexts().refresh()
    const texts = (latestUsedTexts().textsOf(column.key) ?? []).filter((text) => !named.has(text))
    return [...ownOptions, ...texts.map((text) => toOption(text, isUnregistered(text)))]
  }
  const isUnregistered = (text: string) =>
    field.names !== undefined && !latestUsedTexts().isRegistered(column.key, text)
  return { ...column, options }
}

function toOption(text: string, isUnregistered: boolean): CellOption {
  return { value: text, label: text, ...(isUnregistered && { note: '미등록' }) }
}

function withRecordCreation(
  column: Column,
  collection: CollectionName,
  context: { make: CreateRecord; history: ActionHistory },
): Column {
  const isForColumn = ({ key }: Reference) => key === column.key
  const reference = listReferences(collection).find(isForColumn) ?? listNameReferences(collection).find(isForColumn)
  const canCreate = reference && column.isEditable && column.options && isCreatableByAllStaff(reference.to)
  return canCreate ? addOptionCreator(column, reference, context) : column
}

/** Offer a new record at once; the copy's lists follow a moment later. */
function addOptionCreator(
  column: Column,
  { to, labelKey }: Reference,
  { make, history }: { make: CreateRecord; history: ActionHistory },
): Column {
  const createdOptions = new Map<CellOption['value'], CellOption>()
  function options(): readonly CellOption[] {
    const listed = column.options?.() ?? []
    if (createdOptions.size > 0) for (const { value } of listed) createdOptions.delete(value)
    return createdOptions.size === 0 ? listed : [...listed, ...createdOptions.values()]
  }
  async function createOption(typed: string): Promise<CellOption | null> {
    const created = await make({ to, start: { [labelKey]: typed }, history })
    if (!created) return null
    const label = String(created.values[labelKey] ?? '')
    const option = { value: column.field.kind === 'text' ? label : created.id, label }
    createdOptions.set(option.value, option)
    return option
  }
  return { ...column, options, optionCreator: { noun: getRecordBook(to).noun, make: createOption } }
}

/**
 * The entry row for a new record. Keeps its input while the screen shows groups, and asks before
 * leaving while it has any. `follow`: derived fields
 * of this screen in addition to the book's rules.
 */
export function useEntryLine(
  { actions, book }: Pick<ScreenState, 'actions' | 'book'>,
  follow: (draft: EntryLineDraft, changedKey: string) => EntryLineDraft = (draft) => draft,
): EntryLine {
  const [isDrafting, setIsDrafting] = useState(false)
  useDirtyForm(isDrafting, `새 ${book.noun} 입력줄`)
  const latestFollow = useLatest(follow)
  const saved = useRef<SavedEntryLine | null>(null)
  return useMemo(
    () => ({
      ...actions.entry,
      saved,
      carries: book.fields.filter((field) => field.carries).map(({ key }) => key),
      derive: (draft: EntryLineDraft, changedKey: string) =>
        latestFollow()(actions.entry.derive?.(draft, changedKey) ?? draft, changedKey),
      onDraftChange: (draft: EntryLineDraft) =>
        setIsDrafting(Object.values(draft).some((value) => (value ?? '') !== '')),
    }),
    [actions, book, latestFollow],
  )
}
