import { josa } from 'es-hangul'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { Column, DataTableProps, RowAction } from '#app/ui/data-table/data-table-props.ts'
import { DetailPanel } from '#app/ui/detail-panel/detail-panel.tsx'
import { DetailSplit } from '#app/ui/detail-panel/detail-split.tsx'
import type { DetailTab, EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import type { Book } from '#contract/books/field.ts'
import type { Wordings } from '#contract/books/wordings.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { DerivedField } from '#domain/books/book-rules.ts'
import { usePrintRecord } from '../print/record-print.ts'
import { describeAbsentRecord, getRowCaption, isCreatableByAllStaff } from '../record-book.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import { useOpenRecord } from '../url-state/use-url-search.ts'
import { FindRecordButton } from './find-record.tsx'
import { createHistoryTab } from './history-panel.tsx'
import { rememberRecord } from './recent-records.ts'
import { useStoppedGate } from './stopped-gate.tsx'
import { revealInList } from './use-record-from-url.ts'
import { useSidePanel } from './use-side-panel.ts'

interface RecordPanelProps {
  screen: ScreenState
  /**
   * Default: one tab per group of the description, `parts`, and 변경 이력. Keep the array stable
   * between renders.
   */
  tabs?: readonly DetailTab[]
  /**
   * Lists of the record's parts, which are edited separately. Keep the array stable between
   * renders.
   */
  parts?: readonly EmbeddedTab[]
  /** Toast texts of 저장; default: the screen's own. */
  wordings?: Wordings
  /** Default: those of the table. */
  columns?: readonly Column[]
  /** Additional buttons in the panel's head. Keep the array stable between renders. */
  actions?: readonly RowAction[]
  /** The table; gets what it shares with the panel. */
  children: (shared: SharedWithPanel) => ReactNode
}

export type SharedWithPanel = Required<Pick<DataTableProps, 'pending' | 'focusTarget' | 'onOpenRow' | 'openRecord'>> &
  Pick<DataTableProps, 'onPopOutRow'>

/**
 * A book's table with a detail panel for the open record: its fields in tabs, and its history.
 * Every list opens records here, with 상세 of the row or Space, and opens them in their own window
 * with 새 창으로 열기 of the row or the panel, or Alt+Enter.
 */
export function RecordPanel({
  screen,
  tabs,
  parts = noParts,
  wordings,
  columns = screen.columns,
  actions: headActions,
  children,
}: RecordPanelProps) {
  const { book, actions } = screen
  const { collection } = book
  const shownTabs = useMemo(
    () => tabs ?? [...buildGroupTabs(book), ...parts, createHistoryTab(collection, columns)],
    [tabs, parts, book, collection, columns],
  )
  const label = `${book.label} 상세`
  const openRecord = useOpenRecord(shownTabs.map(({ key }) => key))
  const { detail, cells, focusTarget, isMissing } = useSidePanel({
    screen,
    opened: openRecord,
    label,
    onEdit: (action) => actions.edit(action, wordings),
    missingText: `열려던 ${josa(book.noun, '이/가')} 지금 조건에 없습니다.`,
  })
  const { userId } = screen.copy
  const { rowId } = openRecord
  useEffect(() => {
    if (rowId !== null) rememberRecord(userId, { collection, id: rowId })
  }, [userId, collection, rowId])
  const gate = useStoppedGate(screen.copy, { collection, id: rowId, place: 'panel' })
  const latestDetail = useLatest(detail)
  const { print } = usePrintRecord(book, columns)
  async function remove(row: SourceRow) {
    if (await actions.remove(row)) detail.closePanel()
  }
  async function show(row: SourceRow) {
    await revealInList(screen, row.id)
    latestDetail().open(row)
  }
  const popOut = book.hasWindow ? actions.popOut : undefined
  const panel = (
    <DetailPanel
      detail={detail}
      label={label}
      columns={columns}
      accessGate={gate}
      missing={
        isMissing ? `${josa(book.noun, '을/를')} 찾을 수 없습니다. ${describeAbsentRecord(collection)}` : undefined
      }
      tabs={shownTabs}
      tab={openRecord.tab}
      onTab={openRecord.showTab}
      title={(row) => getRowCaption(book, row)}
      onPrint={(row) => print(row, openRecord.tab === 'history')}
      onPopOut={popOut}
      onDelete={isCreatableByAllStaff(collection) ? (row) => void remove(row) : undefined}
      finder={<FindRecordButton screen={screen} onChoose={(row) => void show(row)} />}
      {...(headActions && { actions: headActions })}
      onSettleConflict={(settlement) => void actions.settleConflict(settlement)}
      follows={book.rules.follows ?? noFollows}
      today={getOfficeToday}
    />
  )
  return (
    <DetailSplit tableId={screen.tableId} panel={openRecord.rowId === null ? null : gate.within(panel)}>
      {children({
        pending: cells,
        focusTarget,
        onOpenRow: detail.open,
        openRecord: rowId === null ? null : { id: rowId, close: detail.closeFromTable },
        ...(popOut && { onPopOutRow: popOut }),
      })}
    </DetailSplit>
  )
}

const noParts: readonly EmbeddedTab[] = []
const noFollows: readonly DerivedField[] = []

/** One tab per group of fields. */
export function buildGroupTabs({ groups, fields }: Book): DetailTab[] {
  return Object.entries(groups).map(([group, label]) => ({
    key: group,
    label,
    fields: fields.filter((field) => field.group === group).map(({ key }) => key),
  }))
}
