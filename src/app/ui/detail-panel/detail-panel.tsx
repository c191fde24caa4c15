import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { RowSource, SourceRow } from '#contract/records/row-source.ts'
import type { DerivedField } from '#domain/books/book-rules.ts'
import { stoppedWord } from '#domain/retention/stopped-texts.ts'
import { hasCoarsePointer } from '../browser/coarse-pointer.ts'
import { Button } from '../buttons/button.tsx'
import { findCommand } from '../data-table/commands/key-commands.ts'
import type { Column, ConflictSettlement, RowAction } from '../data-table/data-table-props.ts'
import type { PendingRow } from '../data-table/pending/pending-cells-types.ts'
import { describeLock, isRowLocked } from '../data-table/rows/row-state.ts'
import { usePendingRow } from '../data-table/use-table.ts'
import { Tabs } from '../display/tabs.tsx'
import { QuestionDialog } from '../overlays/question-dialog.tsx'
import { isImeKey } from '../text-editing/composition.ts'
import { DetailField } from './detail-field.tsx'
import { DetailHeader } from './detail-header.tsx'
import { type DetailTab, findFieldTab, formatTabLabel, listTabColumns } from './detail-tabs.ts'
import { asksAboutConflict, withDerivedCells } from './field-look.ts'
import { listChangedColumns, UnsavedChangeList } from './unsaved-changes.tsx'
import type { DetailPanelState, UnsavedAnswer } from './use-detail-panel.ts'
import { useNotifyShown } from './use-notify-shown.ts'

interface DetailPanelProps {
  /** From `useDetailPanel`. The screen renders the panel while `rowId` is not null. */
  readonly detail: DetailPanelState
  /** Accessible name of the region, such as `사건 상세`. */
  readonly label: string
  /** The record's display name. */
  readonly title: (row: SourceRow) => string
  /**
   * Every column of the table, including hidden ones (`buildAllColumns`): a field shows, parses and
   * checks values as its cell does.
   */
  readonly columns: readonly Column[]
  readonly tabs: readonly DetailTab[]
  /** Key of the open tab. The screen holds it, because it belongs in the URL. */
  readonly tab: string
  readonly onTab: (key: string) => void
  readonly onSettleConflict?: (settlement: ConflictSettlement) => void
  /** Handles 인쇄 for the open record; without it there is no button. */
  readonly onPrint?: (row: SourceRow) => void
  /** Handles 새 창으로 열기 for the open record; absent when it has no window. */
  readonly onPopOut?: ((row: SourceRow) => void) | undefined
  /**
   * Handles 삭제 for the open record; the screen asks for confirmation. Absent when records cannot be
   * deleted by hand.
   */
  readonly onDelete?: ((row: SourceRow) => void) | undefined
  /** Message shown when the record doesn't exist. */
  readonly missing?: string | undefined
  /** Control next to the neighbor buttons that opens any other record. */
  readonly finder?: ReactNode
  /** More buttons in the header. */
  readonly actions?: readonly RowAction[]
  /**
   * Content `renderPrompt` returns replaces the record until it returns null. `onShown` is called
   * once when the record is shown.
   */
  readonly accessGate?: { renderPrompt(row: SourceRow): ReactNode; onShown(id: string): void }
  /** Derived fields, which show their new value while the field they follow is typed. */
  readonly follows?: readonly DerivedField[]
  /** The office's current day (YYYY-MM-DD). Called on each use. */
  readonly today: () => string
}

/**
 * One record next to its table. It is not modal, so the table stays usable. Typed text waits for 저장
 * in the map shared with the table and shows in the cell at once. Render it in a `<DetailSplit>`.
 */
export function DetailPanel(props: DetailPanelProps) {
  const { detail, columns, onPrint, onPopOut, onDelete } = props
  const { rowId, cells, position } = detail
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const row = useOpenRow(detail.source, rowId ?? '')
  const pending = usePendingRow(cells, rowId ?? '')
  const [isListOpen, setIsListOpen] = useState(false)
  const [showsErrors, setShowsErrors] = useState(false)
  const goToField = useFieldFocus(id, props)
  useEntryFocus(section, heading, detail.focusTurn)

  const gateContent = (row && props.accessGate?.renderPrompt(row)) ?? null
  useNotifyShown(props.accessGate, gateContent === null ? row?.id : undefined)
  const changedColumns = listChangedColumns(columns, pending)
  const invalidColumns = changedColumns.filter((column) => pending[column.key]?.text != null)
  // The last mark takes the line with it: by another value, 되돌리기 or an undo.
  if (showsErrors && invalidColumns.length === 0) setShowsErrors(false)
  const announcement = showsErrors ? `확인할 항목이 ${invalidColumns.length}개 있습니다.` : ''
  const popOut = row && onPopOut ? () => onPopOut(row) : undefined
  function save() {
    const hadFocus = isInHeader(section.current)
    if (detail.save()) {
      if (hadFocus) heading.current?.focus()
      return
    }
    const first = showErrors()
    if (first) goToField.now(first.key)
  }

  function showErrors(): Column | undefined {
    if (invalidColumns.length > 0) setShowsErrors(true)
    return invalidColumns[0]
  }

  function discard() {
    detail.discard()
    heading.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isImeKey(event) || event.defaultPrevented) return
    // React bubbles events from floating elements to the panel; those handle their own keys.
    if (event.target instanceof Node && section.current?.contains(event.target) !== true) return
    const actions = { save, move: detail.move, close: detail.close, popOut, panel: section.current }
    if (!runPanelKey(event.nativeEvent, actions)) return
    event.preventDefault()
    // Keeps this Escape from reaching the question it opens, which would close again.
    event.stopPropagation()
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys that bubble from its fields */}
      <section
        ref={section}
        aria-label={row ? `${props.label}: ${props.title(row)}` : props.label}
        data-detail-panel
        onKeyDown={onKeyDown}
        className="flex h-full min-h-0 flex-col bg-paper-raised text-ink"
      >
        <DetailHeader
          titleId={`${id}-title`}
          title={row ? props.title(row) : props.label}
          tag={row?.stopped ? stoppedWord : undefined}
          heading={heading}
          position={position}
          changeCount={changedColumns.length}
          isListOpen={isListOpen}
          listId={`${id}-changes`}
          onList={() => setIsListOpen(!isListOpen)}
          onMove={detail.move}
          onSave={save}
          onDiscard={discard}
          onPrint={row && onPrint && !row.stopped ? () => onPrint(row) : undefined}
          onPopOut={popOut}
          onDelete={row && onDelete && !isRowLocked(row) ? () => onDelete(row) : undefined}
          finder={props.finder}
          actions={
            row && gateContent === null
              ? (props.actions ?? []).map((action) => ({ ...action, onPress: () => action.run(row) }))
              : []
          }
          onClose={detail.close}
        />
        <p role="status" className={announcement ? 'border-b px-4 py-1.5 text-label text-danger' : 'sr-only'}>
          {announcement}
        </p>
        {row && isListOpen && changedColumns.length > 0 ? (
          <UnsavedChangeList
            id={`${id}-changes`}
            columns={columns}
            row={row}
            pending={pending}
            onGoTo={goToField.now}
            onRevert={(key) => {
              cells.drop(row.id, key)
              heading.current?.focus()
            }}
          />
        ) : null}
        <div className="flex min-h-0 flex-1 flex-col px-4 pt-3">
          {gateContent ??
            (!row && props.missing ? (
              <MissingRecord text={props.missing} />
            ) : (
              <PanelTabs {...props} id={id} row={row} pending={pending} />
            ))}
        </div>
      </section>
      {detail.question ? (
        <UnsavedQuestion
          changes={changedColumns.length}
          returnsFocus={() => !goToField.isWaiting()}
          onAnswer={(choice) => {
            const invalidColumn = choice === 'save' ? showErrors() : undefined
            if (invalidColumn) goToField.afterRender(invalidColumn.key)
            detail.question?.answer(choice)
          }}
        />
      ) : null}
    </>
  )
}

function PanelTabs(props: DetailPanelProps & { id: string; row: SourceRow | undefined; pending: PendingRow }) {
  const { row, pending } = props
  return (
    <Tabs
      variant="underline"
      label={`${props.label} 항목`}
      value={props.tab}
      tabs={props.tabs.map((tab) => ({ key: tab.key, label: formatTabLabel(tab, pending) }))}
      onValue={props.onTab}
    >
      <div className="@container -mx-4 min-h-0 flex-1 overflow-y-auto px-4 pb-8 max-sm:pt-2">
        {row ? <TabContent {...props} row={row} /> : <LoadingFields />}
      </div>
    </Tabs>
  )
}

function TabContent(props: DetailPanelProps & { id: string; row: SourceRow }): ReactNode {
  const { detail, id, row, columns, tabs, onSettleConflict } = props
  const pending = withDerivedCells(usePendingRow(detail.cells, row.id), props.follows ?? noFollows)
  const tab = tabs.find((candidate) => candidate.key === props.tab) ?? tabs[0]
  if (!tab) return null
  const tabColumns = listTabColumns(tab, columns)
  const isLocked = isRowLocked(row)
  const isDeleting = row.state === 'deleted' && !row.isGone
  const lockNotice = isLocked ? (
    <p className="pb-3 text-label text-danger">
      {isDeleting ? '삭제가 전송을 기다리고 있어 수정할 수 없습니다.' : describeLock(row)}
    </p>
  ) : null
  if (!('fields' in tab))
    return (
      <>
        {lockNotice}
        {tab.content(row, detail.close)}
      </>
    )
  return (
    <>
      {lockNotice}
      {tab.intro ? (
        <div data-detail-head className="mb-4 border-b pb-4">
          {tab.intro(row, detail.close)}
        </div>
      ) : null}
      <div className="grid grid-cols-1 gap-x-4 gap-y-3 @min-[480px]:grid-cols-2">
        {tabColumns.map((column) => (
          <DetailField
            key={column.key}
            id={`${id}-${column.key}`}
            column={column}
            row={row}
            pending={pending}
            cells={detail.cells}
            isEditable={!isLocked && detail.onEdit !== undefined}
            today={props.today}
            {...(onSettleConflict && asksAboutConflict(column, row, tabColumns) ? { onSettleConflict } : {})}
          />
        ))}
      </div>
    </>
  )
}

const noFollows: readonly DerivedField[] = []

function MissingRecord({ text }: { text: string }) {
  return (
    <p role="alert" className="py-2 text-ink-2">
      {text}
    </p>
  )
}

function LoadingFields() {
  return (
    <div aria-busy className="appears-late flex flex-col gap-4">
      <p className="sr-only">기록을 불러오는 중</p>
      {[0, 1, 2, 3].map((line) => (
        <span key={line} aria-hidden className="h-8 rounded-control bg-paper-sunk" />
      ))}
    </div>
  )
}

/**
 * Moves the focus into the opened panel: to the first field, or to the title on touch screens (the
 * on-screen keyboard would cover half the record) and when a tab starts with content to read.
 */
function useEntryFocus(
  section: { readonly current: HTMLElement | null },
  heading: { readonly current: HTMLElement | null },
  requestNumber: number,
) {
  useEffect(() => {
    if (requestNumber === 0) return
    const field = section.current?.querySelector<HTMLElement>(`${fieldControls}:not([readonly], :disabled)`)
    const hasContentToRead = section.current?.querySelector('[data-detail-head]') != null
    const target = hasCoarsePointer() || hasContentToRead ? heading.current : (field ?? heading.current)
    target?.focus()
  }, [section, heading, requestNumber])
}

/**
 * Focuses a field. If the field is on another tab, opens that tab and focuses after the next
 * render.
 */
function useFieldFocus(id: string, { tabs, tab, onTab }: DetailPanelProps) {
  const pendingKey = useRef<string | null>(null)
  useEffect(() => {
    const field = pendingKey.current === null ? null : document.getElementById(`${id}-${pendingKey.current}`)
    if (!field) return
    pendingKey.current = null
    field.focus()
  })
  /** For a field behind a dialog that closes with the next render. */
  function afterRender(key: string) {
    const fieldTab = findFieldTab(key, tabs)
    pendingKey.current = key
    if (fieldTab && fieldTab.key !== tab) onTab(fieldTab.key)
  }
  return {
    afterRender,
    now(key: string) {
      const field = document.getElementById(`${id}-${key}`)
      if (field) field.focus()
      else afterRender(key)
    },
    isWaiting: () => pendingKey.current !== null,
  }
}

/** Header buttons disappear when nothing is left to save; a focused one must hand the focus on. */
function isInHeader(section: HTMLElement | null): boolean {
  return section?.querySelector('header')?.contains(document.activeElement) === true
}

interface UnsavedQuestionProps {
  readonly changes: number
  readonly returnsFocus: () => boolean
  readonly onAnswer: (choice: UnsavedAnswer) => void
}

/**
 * Asked before the panel closes or moves with unsaved changes. Closing the question keeps the panel
 * open.
 */
function UnsavedQuestion({ changes, returnsFocus, onAnswer }: UnsavedQuestionProps) {
  const saveButton = useRef<HTMLButtonElement>(null)
  return (
    <QuestionDialog
      title="저장하지 않은 변경이 있습니다"
      description={`이 기록의 변경 ${changes}건을 저장하시겠습니까? 저장하지 않으면 입력한 내용이 사라집니다.`}
      onClose={() => onAnswer('stay')}
      initialFocus={saveButton}
      returnsFocus={returnsFocus}
      actions={
        <>
          <Button onClick={() => onAnswer('stay')}>계속 입력</Button>
          <Button onClick={() => onAnswer('discard')}>저장 안 함</Button>
          <Button ref={saveButton} tone="primary" onClick={() => onAnswer('save')}>
            저장
          </Button>
        </>
      }
    />
  )
}

/**
 * The row from the source. A row that left the source stays as last seen, so a refresh never
 * empties a panel in use.
 */
function useOpenRow(source: RowSource, rowId: string): SourceRow | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [source.subscribe(listener), source.subscribeRow(rowId, listener)]
      return () => stops.forEach((stop) => stop())
    },
    [source, rowId],
  )
  const row = useSyncExternalStore(subscribe, () => source.rowById(rowId))
  const [last, setLast] = useState(row)
  if (row !== undefined && row !== last) setLast(row)
  return row ?? (last?.id === rowId ? last : undefined)
}

interface PanelActions {
  readonly save: () => void
  readonly move: (by: -1 | 1) => void
  readonly close: () => void
  /** Absent when the record has no window. */
  readonly popOut: (() => void) | undefined
  readonly panel: HTMLElement | null
}

/**
 * Runs the command of a key pressed in the panel (key-commands.ts `detail`). Returns false to leave
 * the key to the browser. Don't call it for keys of a composition.
 */
function runPanelKey(event: globalThis.KeyboardEvent, actions: PanelActions): boolean {
  const command = findCommand(event, 'detail')
  switch (command) {
    case 'detail-save':
      actions.save()
      return true
    case 'detail-previous':
      actions.move(-1)
      return true
    case 'detail-next':
      actions.move(1)
      return true
    case 'detail-pop-out':
      // In a multi-line field this key adds a line.
      if (!actions.popOut || event.target instanceof HTMLTextAreaElement) return false
      actions.popOut()
      return true
    case 'detail-close':
      actions.close()
      return true
    case 'detail-next-field':
      return isOneLineInput(event.target) && focusAdjacent(event.target, 1, actions.panel)
    case 'detail-previous-field':
      return isOneLineInput(event.target) && focusAdjacent(event.target, -1, actions.panel)
    default:
      return false
  }
}

const fieldControls = '[data-detail-field] :is(input, select, textarea)'

/** Whether the target is a one-line input. Elsewhere Enter adds a line or presses the button. */
function isOneLineInput(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.matches(fieldControls)
}

/** Focuses the next or previous field, as Enter does in table cells; stays at the ends. */
function focusAdjacent(field: HTMLInputElement, by: -1 | 1, panel: HTMLElement | null): boolean {
  const fields = [...(panel?.querySelectorAll<HTMLElement>(`${fieldControls}:not(:disabled)`) ?? [])]
  fields[fields.indexOf(field) + by]?.focus()
  return true
}
