import { Link, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Maximize2, Minimize2, Plus, Wallet } from 'lucide-react'
import { useRef, useState } from 'react'
import { bookToast } from '#app/records/actions/outcome-texts.ts'
import type { RecordActions } from '#app/records/actions/record-actions.ts'
import { useRecordFromUrl } from '#app/records/detail/use-record-from-url.ts'
import { ExportButton } from '#app/records/excel/export-button.tsx'
import type { ExportRequest } from '#app/records/excel/export-records.ts'
import { useUsedTexts } from '#app/records/offline-copy/use-used-texts.ts'
import type { ListPrintOptions } from '#app/records/print/use-print-list.tsx'
import { RecordFilters } from '#app/records/screen/record-filters.tsx'
import { FormTable } from '#app/records/screen/screen-table.tsx'
import { TableButtons } from '#app/records/screen/table-buttons.tsx'
import { useScreenRecords } from '#app/records/screen/use-screen-records.ts'
import { useDirtyForm } from '#app/records/unstored-values/dirty-form.ts'
import { useUrlSearch } from '#app/records/url-state/use-url-search.ts'
import { isFullScreen } from '#app/ui/browser/full-screen.ts'
import { useMediaQuery } from '#app/ui/browser/use-media-query.ts'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { screenSlot, tabletMedia } from '#app/ui/display/frame-slot.tsx'
import { useFoldedState } from '#app/ui/display/use-folded-state.ts'
import { isEmptyQuery } from '#app/ui/filter-bar/filter-query.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import type { FieldValue } from '#contract/books/field.ts'
import { deliveryStatus, type QuickDeliveryRecord, topUpStatus } from '#contract/books/quick-delivery.ts'
import { buildDeliveryFileNames } from '#contract/quick-delivery/quick-delivery.ts'
import { everyRecord, type Query } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatInstant } from '#contract/records/values.ts'
import { type BalanceRow, computeRunningBalances } from '#domain/quick-delivery/quick-balance.ts'
import { deliverySheet } from '#domain/sheets/book-sheets.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { canSave, readQuickFields } from './quick-entry.ts'
import { QuickForm, useQuickForm } from './quick-form.tsx'
import { focusForm, useQuickKeys } from './quick-keys.ts'
import { FoundTotals, QuickStats } from './quick-stats.tsx'
import { describeAllRecords, formatBalance } from './quick-totals.ts'
import { TopUpDialog } from './top-up-dialog.tsx'
import { isTopUpRow, type QuickScreenState, quickSearch, useQuickScreen } from './use-quick-screen.ts'

type QuickFields = Readonly<Record<string, FieldValue>>

/**
 * Creates a ride with the current time. Returns false if the device could not store it (shown in a
 * toast).
 */
async function createRide(actions: RecordActions, fields: QuickFields): Promise<boolean> {
  return (await actions.add({ ...fields, status: deliveryStatus, created_at: formatInstant(Date.now()) })) !== null
}

/** Adds money to the balance, now or at the given time. */
async function topUp(actions: RecordActions, fields: QuickFields): Promise<boolean> {
  const record = { created_at: formatInstant(Date.now()), ...fields, status: topUpStatus }
  return (await actions.add(record, topUpMessages)) !== null
}

const topUpMessages = {
  step: '잔액 충전',
  done: '잔액이 성공적으로 추가되었습니다.',
  failed: '잔액 추가에 실패했습니다.',
}

/** 퀵 for staff, on the offline copy. */
export function QuickPage() {
  const state = useUrlSearch(quickSearch)
  const records = useScreenRecords({ recordSearch: quickSearch, state, tableId: quickTableId })
  return records ? <QuickRecords {...records} /> : null
}

/** Key of this table's settings on the device; the shortcut uses it to find the search box. */
const quickTableId = 'quick-deliveries'

function QuickRecords(records: Parameters<typeof useQuickScreen>[0]) {
  const screen = useQuickScreen(records)
  const { actions, toast } = screen
  const form = useQuickForm(records.copy.userId)
  const formRef = useRef<HTMLFormElement>(null)
  const [isFolded, setIsFolded] = useFoldedState('quick-form', '(width < 40rem), (height < 50rem), (pointer: coarse)')
  const [isSaving, setIsSaving] = useState(false)
  const [isToppingUp, setIsToppingUp] = useState(false)
  const suggestions = useUsedTexts('quick-deliveries')
  useDirtyForm(form.isDirty, '배송 기록 입력', { survivesNavigation: true })

  /** Unfolds and focuses the form, in the next frame, after it is rendered. */
  function showForm() {
    setIsFolded(false)
    requestAnimationFrame(() => {
      formRef.current?.scrollIntoView({ block: 'nearest' })
      focusForm(formRef.current)
    })
  }

  function toggleForm() {
    if (isFolded) showForm()
    else setIsFolded(true)
  }

  async function save() {
    const { texts, edited } = form
    if (isSaving || !canSave(texts)) return
    const parsed = readQuickFields(texts, { before: edited, today: getOfficeToday() })
    if (parsed.errors) {
      form.setErrors(parsed.errors)
      return showForm()
    }
    setIsSaving(true)
    const isSaved = await (edited
      ? actions.change({ record: edited }, parsed.fields)
      : createRide(actions, parsed.fields))
    setIsSaving(false)
    if (!isSaved) return
    if (edited) form.endEdit()
    else form.startNew(texts)
    showForm()
  }

  /** Discards input without asking, because a toast offers to restore it. */
  function discardInput(action: 'cancel' | 'new') {
    const { drafts, edited, isDirty } = form
    if (action === 'cancel' && edited) form.endEdit()
    else form.startNew()
    showForm()
    if (!isDirty) return
    const undo = { action: { label: '되돌리기', onSelect: () => form.restore(drafts) } }
    toast.info(action === 'cancel' ? '수정을 취소했습니다.' : '새 기록을 시작합니다.', { ...bookToast, ...undo })
  }

  function edit(row: SourceRow) {
    form.edit(row.record)
    showForm()
  }

  // Top-ups cannot be edited, so opening one only shows the list.
  useRecordFromUrl(screen, (row) => (isTopUpRow(row) ? undefined : edit(row)))

  async function remove(row: SourceRow) {
    const { edited } = form
    // Ends the edit of a deleted record.
    if ((await actions.remove(row)) && edited?.id === row.id) form.endEdit()
  }

  useQuickKeys({
    save: () => (void save(), true),
    find: () => focusSearch(),
    new: () => (discardInput('new'), true),
    cancel() {
      if (!form.edited) return false
      discardInput('cancel')
      return true
    },
  })

  return (
    <div className="flex min-h-full flex-col gap-3 sm:h-full tablet:gap-2">
      <QuickHeader isFormOpen={!isFolded} onForm={toggleForm} onTopUp={() => setIsToppingUp(true)} />
      <QuickStats {...screen.figures} />
      <QuickForm
        form={form}
        formRef={formRef}
        isOpen={!isFolded}
        isSaving={isSaving}
        balance={screen.figures.value?.available_balance ?? null}
        suggestions={suggestions}
        onToggle={toggleForm}
        onSave={() => void save()}
        onCancel={() => discardInput('cancel')}
      />
      <RecordFilters
        screen={screen}
        actions={
          <>
            <ExportButton screen={screen} buildExport={() => buildQuickExport(screen)} />
            <TableButtons screen={screen} print={buildPrintOptions(screen)} />
          </>
        }
      />
      {hasFoundTotals(screen) ? <FoundTotals copy={screen.copy} query={screen.query} /> : null}
      <QuickTable screen={screen} onAdd={showForm} onEdit={edit} onDelete={(row) => void remove(row)} />
      {isToppingUp ? (
        <TopUpDialog
          balance={screen.figures.value?.available_balance ?? null}
          onTopUp={(fields) => topUp(actions, fields)}
          onClose={() => setIsToppingUp(false)}
        />
      ) : null}
    </div>
  )
}

/** A list by groups has totals of its own. */
function hasFoundTotals({ query, state }: QuickScreenState): boolean {
  return !isEmptyQuery(query) && state.search.group === ''
}

function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>(`input[data-search-of="${quickTableId}"]`)
  box?.focus()
  box?.select()
  return box !== null
}

/**
 * Print of the ledger with the balance after every record. The totals of a narrowed list are at its
 * end; those above it are marked as those of all records.
 */
function buildPrintOptions(screen: QuickScreenState): ListPrintOptions {
  return {
    buildExport: () => buildQuickExport(screen),
    extras() {
      const { value } = screen.figures
      return { facts: value ? [describeAllRecords(value, isEmptyQuery(screen.query))] : [] }
    },
    async columns(shownColumns) {
      const balances = await loadBalances(screen.copy)
      return shownColumns.map((column) =>
        column.key === 'balance' ? { ...column, format: ({ id }) => formatBalance(balances.get(id)) } : column,
      )
    },
  }
}

/** The paged record table. Read-only; top-ups have no edit button. */
function QuickTable(props: {
  screen: QuickScreenState
  onAdd(): void
  onEdit(row: SourceRow): void
  onDelete(row: SourceRow): void
}) {
  const { onEdit, onDelete, ...shared } = props
  return <FormTable {...shared} onOpenRow={onEdit} canOpenRow={canEdit} onDeleteRow={onDelete} />
}

/** A record being deleted cannot be edited. */
function canEdit(row: SourceRow): boolean {
  return !isTopUpRow(row) && row.state !== 'deleted'
}

/**
 * Sheet of the filtered rows, with balances computed from all records. Made on this device, so it
 * includes unsent records.
 */
async function buildQuickExport({ copy, query }: { copy: OfflineCopy; query: Query }): Promise<ExportRequest> {
  const balances = await loadBalances(copy)
  return {
    collection: 'quick-deliveries',
    query,
    fileName: buildDeliveryFileNames(getOfficeToday()).korean,
    fromServer: null,
    sheet: {
      ...deliverySheet,
      toCells: (row) => deliverySheet.toCells({ record: toQuickRecord(row), balance: balances.get(row.id) ?? null }),
    },
  }
}

/** Balance after each record, by id, from all records. */
async function loadBalances(copy: OfflineCopy): Promise<ReadonlyMap<string, number>> {
  const ledger: BalanceRow[] = []
  await copy.readAll('quick-deliveries', everyRecord, (rows) => {
    ledger.push(...rows.map(toQuickRecord))
  })
  return computeRunningBalances(ledger)
}

/** The mirror holds only rows that passed the contract's schema, so the types hold. */
function toQuickRecord({ record }: SourceRow): QuickDeliveryRecord {
  return record as unknown as QuickDeliveryRecord
}

const icon = { size: 16, strokeWidth: 1.5 }

interface QuickHeaderProps {
  isFormOpen: boolean
  /** Unfolds the form for a new record, or folds it. */
  onForm(): void
  onTopUp(): void
}

/** A link back, the page title and its actions. */
function QuickHeader(props: QuickHeaderProps) {
  const isTablet = useMediaQuery(tabletMedia)
  const hasSlot = screenSlot.useIsMounted()
  if (!isTablet || !hasSlot) return <FullHeader {...props} />
  // The top bar already shows the title and the link back.
  return (
    <>
      <h1 className="sr-only">퀵</h1>
      <screenSlot.Fill>
        <div className="flex items-center gap-2">
          <Button tone="primary" icon={<Plus {...icon} />} aria-expanded={props.isFormOpen} onClick={props.onForm}>
            배송 기록 입력
          </Button>
          <Button icon={<Wallet {...icon} />} onClick={props.onTopUp}>
            잔액 충전
          </Button>
          <FullScreenLink />
        </div>
      </screenSlot.Fill>
    </>
  )
}

function FullHeader({ onTopUp }: QuickHeaderProps) {
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-2">
      <Link to="/staff" className={buildButtonClass('transparent')}>
        <ArrowLeft {...icon} aria-hidden />
        뒤로
      </Link>
      <h1 className="mr-auto text-title font-semibold">퀵</h1>
      <FullScreenLink />
      <Button icon={<Wallet {...icon} />} onClick={onTopUp}>
        잔액 충전
      </Button>
    </header>
  )
}

function FullScreenLink() {
  const search: unknown = useSearch({ strict: false })
  const isFull = isFullScreen(search)
  return (
    <Link
      to="."
      search={(previous: Record<string, unknown>) => ({ ...previous, fullscreen: isFull ? undefined : 1 })}
      aria-label={isFull ? '전체 화면 끝내기' : '전체 화면'}
      className={buildButtonClass('secondary')}
    >
      {isFull ? <Minimize2 {...icon} aria-hidden /> : <Maximize2 {...icon} aria-hidden />}
      <span className="max-sm:hidden tablet:hidden">{isFull ? '전체 화면 끝내기' : '전체 화면'}</span>
    </Link>
  )
}
