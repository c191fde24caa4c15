import { FileDown, FilePen } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react'
import type { CompleteLists } from '#app/records/offline-copy/use-complete-lists.ts'
import type { RecordExtras } from '#app/records/screen/record-extras.ts'
import { RecordScreen } from '#app/records/screen/record-screen.tsx'
import type { SelectionAction, SelectionActionsProps } from '#app/records/screen/selection-actions.tsx'
import type { ColumnOverride } from '#app/ui/data-table/data-table-props.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { downloadApplicationMessages } from '#contract/applications/applications.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { findSoonWord, formatDay } from '#domain/dates/office-date.ts'
import { formatReceiptNumber } from '#domain/money/won.ts'
import { groupColumn } from './case-parts.ts'
import { unitPartTabs } from './parties/unit-part-tabs.tsx'
import { unitSearch } from './real-estate-search.ts'

/** 데이터: the units of all groups, on the offline copy. */
export function UnitTab({ companions }: { companions: RecordExtras }) {
  const { parts, flags } = companions
  const Selection = useMemo(() => combineUnitActions(companions.Actions), [companions])
  const tabs = useMemo(() => [...unitPartTabs, ...parts], [parts])
  const flagColumn = useMemo(() => ({ key: 'owner', flags }), [flags])
  return (
    <RecordScreen
      recordSearch={unitSearch}
      creation="both"
      overrides={buildOverrides}
      selection={Selection}
      parts={tabs}
      flagColumn={flagColumn}
      isHighlighted={({ record }) => findSoonWord(record['regi_date'], getOfficeToday()) !== null}
    />
  )
}

function buildOverrides(lists: () => Partial<CompleteLists>): Record<string, ColumnOverride> {
  return {
    group_id: groupColumn(lists),
    // Marks the cell too, because color of the row must not be the only sign.
    regi_date: { width: 128, format: formatRegiDate, tone: (row) => (formatSoonLabel(row) === null ? null : 'warn') },
    transfer_ownership_receipt_num: receiptColumn('transfer_ownership_receipt_num', 'transfer_ownership_status'),
    mortgage_receipt_num: receiptColumn('mortgage_receipt_num', 'mortgage_status'),
  }
}

function formatSoonLabel({ record }: SourceRow) {
  return findSoonWord(record['regi_date'], getOfficeToday())
}

function formatRegiDate(row: SourceRow): string {
  const day = row.record['regi_date']
  return [typeof day === 'string' ? formatDay(day) : '', formatSoonLabel(row) ?? '']
    .filter((part) => part !== '')
    .join(' ')
}

function receiptColumn(number: string, status: string): ColumnOverride {
  const formatReceipt = ({ record }: SourceRow) =>
    formatReceiptNumber({ number: record[number], status: record[status] })
  return {
    format: (row) => formatReceipt(row).text,
    tone: (row) => (formatReceipt(row).isProcessing ? 'danger' : null),
  }
}

const ApplicationDialog = lazy(async () => ({
  default: (await import('./application-form/application-dialog.tsx')).ApplicationDialog,
}))
const DownloadApplications = lazy(async () => ({
  default: (await import('./application-download/download-applications.tsx')).DownloadApplications,
}))

/** Actions on chosen units, combined with actions of another feature. */
function combineUnitActions(Others: ComponentType<SelectionActionsProps>): ComponentType<SelectionActionsProps> {
  return function UnitAndOtherActions({ screen, children }) {
    return (
      <UnitActions screen={screen}>
        {(ownActions) => <Others screen={screen}>{(others) => children([...ownActions, ...others])}</Others>}
      </UnitActions>
    )
  }
}

/**
 * Actions on chosen units: write their application forms one after another, and download them as
 * one file.
 */
function UnitActions({ screen, children }: SelectionActionsProps) {
  const [formUnitIds, setFormUnitIds] = useState<readonly string[] | null>(null)
  const [downloadUnitIds, setDownloadUnitIds] = useState<readonly string[] | null>(null)
  const actions = useMemo(
    (): readonly SelectionAction[] => [
      {
        key: 'application',
        label: '신청서 작성',
        isMain: true,
        icon: <FilePen size={16} strokeWidth={1.5} />,
        emptySelectionText: '신청서 작성할 항목을 선택해주세요.',
        run: (rows) => setFormUnitIds(rows.map(({ id }) => id)),
      },
      {
        key: 'download',
        label: '신청서 다운로드',
        icon: <FileDown size={16} strokeWidth={1.5} />,
        emptySelectionText: downloadApplicationMessages.nothingSelected,
        run: (rows) => setDownloadUnitIds(rows.map(({ id }) => id)),
      },
    ],
    [],
  )
  return (
    <>
      {children(actions)}
      {formUnitIds ? (
        <Suspense fallback={null}>
          <ApplicationDialog unitIds={formUnitIds} history={screen.history} onClose={() => setFormUnitIds(null)} />
        </Suspense>
      ) : null}
      {downloadUnitIds ? (
        <Suspense fallback={null}>
          <DownloadApplications unitIds={downloadUnitIds} onClose={() => setDownloadUnitIds(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
