import { Link } from '@tanstack/react-router'
import { josa } from 'es-hangul'
import { BarChart3, Upload } from 'lucide-react'
import { useState } from 'react'
import { ExportButton } from '#app/records/excel/export-button.tsx'
import type { ExportRequest } from '#app/records/excel/export-records.ts'
import { ScreenImport } from '#app/records/excel/screen-import.tsx'
import { useFigure } from '#app/records/offline-copy/use-figure.ts'
import { useUsedTexts } from '#app/records/offline-copy/use-used-texts.ts'
import type { ListPrintOptions } from '#app/records/print/use-print-list.tsx'
import { RecordFilters } from '#app/records/screen/record-filters.tsx'
import { ScreenTable } from '#app/records/screen/screen-table.tsx'
import { TableButtons } from '#app/records/screen/table-buttons.tsx'
import { buildTableFilterProps } from '#app/records/screen/table-query.ts'
import { type ScreenRecords, useScreenRecords } from '#app/records/screen/use-screen-records.ts'
import { useUrlSearch } from '#app/records/url-state/use-url-search.ts'
import { useScreenCommand } from '#app/ui/buttons/screen-commands.ts'
import { ToolButton } from '#app/ui/buttons/tool-button.tsx'
import { BarChart } from '#app/ui/charts/bar-chart.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { Tabs } from '#app/ui/display/tabs.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import type { AppPath } from '#contract/app-paths.ts'
import { getBook } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import { everyRecord } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import {
  type CardMonth,
  type CardPurpose,
  cardPurposes,
  type CardTotals,
  parsePurpose,
} from '#domain/card-usage/card-usage.ts'
import { buildCardUsageFileNames, cardUsageSheet, type SheetUse } from '#domain/sheets/book-sheets.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { formatWiderSearch, MonthFilter, PeriodFilter, WiderSearch } from './card-filters.tsx'
import { CardForm } from './card-form.tsx'
import {
  allTime,
  buildCardQuery,
  buildMonthsQuestion,
  buildServerQuery,
  type CardSearch,
  createCardSearch,
  describeNoUses,
} from './card-search.ts'
import { CardSummary, formatWonAmount, purposeColors } from './card-summary.tsx'
import { type CardScreenState, useCardScreen } from './use-card-screen.ts'

const parts = cardPurposes.map((purpose) => ({ label: purpose, color: purposeColors[purpose] }))

/** Spending per month by purpose: the selected year, or the months of the period. */
function MonthChart({ copy, search }: { copy: OfflineCopy; search: CardSearch }) {
  const { value } = useFigure(copy, 'card-months', buildMonthsQuestion(search))
  const bars = buildMonthBars(value)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls in a low window must be reachable with the keyboard (axe: scrollable-region-focusable)
    <section aria-label="월별 사용 금액" tabIndex={0}>
      <BarChart
        title="월별 사용 금액(원)"
        bars={bars}
        parts={parts}
        format={formatWonAmount}
        axisFormat={formatShortWon}
        labelWidth={64}
      />
    </section>
  )
}

function buildMonthBars(months: readonly CardMonth[] | null): { label: string; value: number; parts: number[] }[] {
  const isOneYear = new Set(months?.map(({ month }) => month.slice(0, 4))).size <= 1
  return (months ?? []).map(({ month, byPurpose }) => ({
    label: formatMonth(month, isOneYear),
    value: cardPurposes.reduce((sum, purpose) => sum + byPurpose[purpose], 0),
    parts: cardPurposes.map((purpose) => byPurpose[purpose]),
  }))
}

/** `11월`; across years `26.11월`. */
function formatMonth(month: string, isOneYear: boolean): string {
  const name = `${Number(month.slice(5))}월`
  return isOneYear ? name : `${month.slice(2, 4)}.${name}`
}

/** `120만`, to fit the axis. */
function formatShortWon(amount: number): string {
  return amount !== 0 && amount % 1000 === 0 && Math.abs(amount) >= 10_000
    ? `${formatNumber(amount / 10_000)}만`
    : formatNumber(amount)
}

export function CardReportPage() {
  return <CardUsageScreen title="카드사용내역" twin={{ to: '/staff/car-ledger', label: '차량·카드 장부' }} />
}

/** 차량·카드 장부 (/staff/car-ledger): the same records and the same screen. */
export function CarExpensePage() {
  return <CardUsageScreen title="차량·카드 장부" twin={{ to: '/staff/card-report', label: '카드사용내역' }} />
}

const modes = [
  { key: 'month', label: '연월별' },
  { key: 'period', label: '기간별' },
] as const

interface CardUsageScreenProps {
  title: string
  /** The other path of the same book. */
  twin: { readonly to: AppPath; readonly label: string }
}

function CardUsageScreen({ title, twin }: CardUsageScreenProps) {
  const [kind] = useState(() => createCardSearch(getOfficeToday()))
  const state = useUrlSearch(kind)
  const records = useScreenRecords({
    recordSearch: kind,
    state,
    tableId: 'card-usage',
    query: buildCardQuery(state.search),
  })
  return (
    <PageLayout variant="dashboard">
      <h1 className="sr-only">{title}</h1>
      <Tabs
        isOutermost
        variant="cards"
        label="조회 방식"
        value={state.search.mode}
        tabs={modes}
        onValue={(mode) => state.change({ mode })}
      >
        <p className="mb-2 text-label text-ink-2" data-screen-only>
          <Link to={twin.to} className="underline">
            {twin.label}
          </Link>
          {josa.pick(twin.label, '와/과')} 이름만 다르고 기록은 같습니다. 어느 쪽에서 수정해도 함께 바뀝니다.
        </p>
        {records ? <CardUsage title={title} records={records} /> : null}
      </Tabs>
    </PageLayout>
  )
}

function CardUsage({ title, records }: { title: string; records: ScreenRecords<CardSearch> }) {
  const { copy, state } = records
  const { search, change } = state
  const screen = useCardScreen(records, title)
  const totals = useFigure(copy, 'card-totals', records.query)
  const widerCount = useWiderCount(copy, search)
  const hasMore = widerCount > (totals.value?.count ?? widerCount)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2" data-screen-only>
        {search.mode === 'month' ? (
          <MonthFilter search={search} change={change} />
        ) : (
          <PeriodFilter search={search} change={change} />
        )}
        <div className="min-w-0 flex-1 max-lg:basis-full">
          <RecordFilters
            screen={screen}
            onAdd={() => screen.setEdited('new')}
            actions={<CardActions screen={screen} totals={totals.value} />}
          />
        </div>
      </div>
      <div className="flex min-h-0 flex-1 gap-4">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 cramped:min-h-80">
          {hasMore && totals.value?.count !== 0 ? <WiderSearch count={widerCount} change={change} /> : null}
          <CardTable screen={screen} widerCount={hasMore ? widerCount : 0} />
          <CardSummary totals={totals.value} />
        </div>
        {screen.hasAside ? (
          <aside aria-label="월별 차트" className="w-[380px] shrink-0 overflow-auto border bg-paper-raised p-4">
            <MonthChart copy={copy} search={search} />
          </aside>
        ) : null}
      </div>
      <OpenForm screen={screen} />
    </div>
  )
}

/** Number of uses that the search and the filters find in all time; 0 without either. */
function useWiderCount(copy: OfflineCopy, search: CardSearch): number {
  const isNarrowed = search.search.trim() !== '' || search.filters.length > 0
  const totals = useFigure(copy, 'card-totals', buildCardQuery({ ...search, ...allTime }))
  return isNarrowed ? (totals.value?.count ?? 0) : 0
}

interface CardActionsProps {
  screen: CardScreenState
  totals: CardTotals | null
}

const icon = { size: 16, strokeWidth: 1.5 } as const

/** The list's buttons in the filter bar. Without room next to the list, the chart has a dialog. */
function CardActions({ screen, totals }: CardActionsProps) {
  const [openDialog, setOpenDialog] = useState<'import' | 'chart' | null>(null)
  const close = () => setOpenDialog(null)
  const { value: months } = useFigure(screen.copy, 'card-months', buildMonthsQuestion(screen.state.search))
  useScreenCommand('엑셀 가져오기', () => setOpenDialog('import'))
  return (
    <>
      {screen.hasAside ? null : (
        <ToolButton label="월별 차트" icon={<BarChart3 {...icon} />} onClick={() => setOpenDialog('chart')} />
      )}
      <ExportButton screen={screen} buildExport={() => buildCardExport(screen)} />
      <ToolButton label="엑셀 가져오기" icon={<Upload {...icon} />} onClick={() => setOpenDialog('import')} />
      <TableButtons screen={screen} print={buildPrintOptions(screen, { totals, months })} />
      {openDialog === 'import' ? <CardImport screen={screen} onClose={close} /> : null}
      {openDialog === 'chart' ? (
        <Dialog open title="월별 차트" onClose={close}>
          <MonthChart copy={screen.copy} search={screen.state.search} />
        </Dialog>
      ) : null}
    </>
  )
}

function OpenForm({ screen }: { screen: CardScreenState }) {
  const { copy, edited, setEdited, actions } = screen
  const usedTexts = useUsedTexts('card-usage')
  if (edited === null) return null
  const close = () => setEdited(null)
  const stores = {
    stores: usedTexts.textsOf('store_name') ?? [],
    findLastPurpose: (store: string) => findLastPurpose(copy, store),
  }
  if (edited === 'new') {
    async function add(fields: Readonly<Record<string, FieldValue>>) {
      const isSaved = (await actions.add(fields)) !== null
      usedTexts.refresh()
      return isSaved
    }
    return <CardForm {...stores} record={null} onSave={add} onClose={close} />
  }
  return (
    <CardForm
      {...stores}
      record={edited.record}
      onSave={(fields) => actions.change(edited, fields)}
      onDelete={() => void screen.remove(edited).then((isRemoved) => isRemoved && close())}
      onClose={close}
    />
  )
}

async function findLastPurpose(copy: OfflineCopy, store: string): Promise<CardPurpose | null> {
  const query = { ...everyRecord, filters: [{ op: 'equals' as const, field: 'store_name', value: store }] }
  let last: SourceRow | undefined
  const newestFirst = [{ field: 'created_at', direction: 'desc' as const }]
  await copy.readAll('card-usage', { ...query, sort: newestFirst }, ([row]) => {
    last ??= row
  })
  const purpose = last?.record['purpose']
  return typeof purpose === 'string' ? parsePurpose(purpose) : null
}

/** The list of uses: purpose and note unfold, the pencil opens the form. */
function CardTable({ screen, widerCount }: { screen: CardScreenState; widerCount: number }) {
  const { isNarrow, isNoteShown } = screen
  const { search, change } = screen.state
  return (
    <ScreenTable
      // Other columns need a new table, because no saved position of the wide one fits.
      key={`${isNarrow} ${isNoteShown}`}
      screen={screen}
      isReadOnly
      opens="edit"
      onOpenRow={screen.setEdited}
      onAdd={() => screen.setEdited('new')}
      {...buildTableFilterProps(screen)}
      // On a phone 삭제 is in the form.
      {...(isNarrow ? {} : { onDeleteRow: (row) => void screen.remove(row) })}
      empty={{
        text: '표시할 카드사용내역이 없습니다.',
        reason: describeNoUses(search),
        ...(widerCount > 0 && {
          action: { label: formatWiderSearch(widerCount), run: () => change(allTime) },
        }),
      }}
    />
  )
}

/** Print of the uses, followed by totals by purpose and by month. */
function buildPrintOptions(
  screen: CardScreenState,
  { totals, months }: { totals: CardTotals | null; months: readonly CardMonth[] | null },
): ListPrintOptions {
  return {
    buildExport: () => buildCardExport(screen),
    extras: () => ({
      facts: totals ? [formatSums(totals)] : [],
      blocks: [{ kind: 'bars', title: '월별 사용 금액(원)', bars: buildMonthBars(months).map(toPrintedBar) }],
    }),
  }
}

function formatSums({ byPurpose, total }: CardTotals): string {
  const sums = cardPurposes.map((purpose) => `${purpose} ${formatWonAmount(byPurpose[purpose])}`)
  return [...sums, `합계 ${formatWonAmount(total)}`].join(' · ')
}

function toPrintedBar({ label, value }: { label: string; value: number }) {
  return { label, value, text: formatWonAmount(value) }
}

/**
 * The displayed uses as a sheet: made by the server, or from this device's rows when offline or
 * searching.
 */
function buildCardExport({ query, state }: Pick<CardScreenState, 'query' | 'state'>): ExportRequest {
  const params = buildServerQuery(state.search)
  return {
    collection: 'card-usage',
    query,
    fileName: buildCardUsageFileNames(getOfficeToday()).korean,
    fromServer: params && { path: `${getBook('card-usage').path}export_excel`, params },
    sheet: { ...cardUsageSheet, toCells: ({ record }) => cardUsageSheet.toCells(record as unknown as SheetUse) },
  }
}

/**
 * 엑셀 가져오기 of a card statement: maps its columns first and recognizes existing uses by approval
 * number.
 */
function CardImport({ screen, onClose }: { screen: CardScreenState; onClose(): void }) {
  return (
    <ScreenImport
      screen={screen}
      intro="카드사에서 내려받은 이용내역(.xlsx, .xls, .csv), 10MB 이하. 컬럼 제목을 먼저 확인해 연결하고, 이미 있는 승인번호는 가져오지 않습니다."
      onClose={onClose}
    />
  )
}
