import { josa } from 'es-hangul'
import { useMemo, type ReactNode } from 'react'
import type { Book } from '#contract/books/field.ts'
import type { Wordings } from '#contract/books/wordings.ts'
import type { Column, DataTableProps } from '#app/ui/data-table/data-table-props.ts'
import { DetailPanel } from '#app/ui/detail-panel/detail-panel.tsx'
import { DetailSplit } from '#app/ui/detail-panel/detail-split.tsx'
import type { DetailTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { useOpenRecord } from '../address/use-open-record.ts'
import { usePrintRecord } from '../print/use-print-record.ts'
import { captionOfRow } from '../record-book.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import { historyTab } from './history-tab.tsx'
import { useDetailBeside } from './use-detail-beside.ts'

interface RecordBesideProps {
  screen: ScreenState
  /** Absent: one for each group of the description, and 변경 이력. Keep the array stable between renders. */
  tabs?: readonly DetailTab[]
  /** What 저장 says, in place of the screen's own. */
  words?: Wordings
  /** Absent: those of the table. */
  columns?: readonly Column[]
  /** Under which the open record stands in the address; absent: `open`. */
  addressKey?: string
  /** The table, given what it shares with the panel. */
  children: (shared: Required<Pick<DataTableProps, 'pending' | 'goTo' | 'onOpenRow'>>) => ReactNode
}

/** A book's table with the open record beside it: its fields in tabs, and what was done to it. */
export function RecordBeside({
  screen,
  tabs,
  words,
  columns = screen.columns,
  addressKey,
  children,
}: RecordBesideProps) {
  const { book, actions } = screen
  const { collection, description } = book
  const shown = useMemo(
    () => tabs ?? [...groupTabs(description), historyTab(collection, columns)],
    [tabs, description, collection, columns],
  )
  const label = `${description.label} 상세`
  const opened = useOpenRecord(
    shown.map(({ key }) => key),
    addressKey,
  )
  const { detail, cells, goTo } = useDetailBeside({
    ...{ screen, opened, label },
    onEdit: (action) => actions.edit(action, words),
    missingText: `열려던 ${josa(description.noun, '이/가')} 지금 조건에 없습니다.`,
  })
  const { print } = usePrintRecord(book, columns)
  const panel = (
    <DetailPanel
      {...{ detail, label, columns }}
      tabs={shown}
      tab={opened.tab}
      onTab={opened.turn}
      title={(row) => captionOfRow(book, row)}
      onPrint={(row) => print(row, opened.tab === 'history')}
      onSettleConflict={(settlement) => void actions.settleConflict(settlement)}
      today={officeToday}
    />
  )
  return (
    <DetailSplit tableId={screen.tableId} panel={opened.rowId === null ? null : panel}>
      {children({ pending: cells, goTo, onOpenRow: detail.open })}
    </DetailSplit>
  )
}

/** A tab for each group of fields. */
export function groupTabs({ groups, fields }: Book): DetailTab[] {
  return Object.entries(groups).map(([group, label]) => ({
    ...{ key: group, label },
    fields: fields.filter((field) => field.group === group).map(({ key }) => key),
  }))
}
