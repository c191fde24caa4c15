import { BarChart3, Download, Plus, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useOfflineCopy } from '#app/records/copy/offline-copy.tsx'
import { HistoryButtons } from '#app/action-history/history-buttons.tsx'
import { useAddressSearch, type SearchState } from '#app/records/address/use-address-search.ts'
import { useRecordRows } from '#app/records/screen/use-record-rows.ts'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { ActionBar } from '#app/ui/action-bar/action-bar.tsx'
import type { PageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { Tabs } from '#app/ui/display/tabs.tsx'
import { CardImport, useCardExport } from './card-excel.tsx'
import { MonthFilter, PeriodFilter } from './card-filters.tsx'
import { CardForm } from './card-form.tsx'
import { cardQuery, cardSearchKind, rangeOf, type CardSearch } from './card-search.ts'
import { CardSummary } from './card-summary.tsx'
import { CardTable } from './card-table.tsx'
import { MonthChart } from './month-chart.tsx'
import { useCardDesk, type CardDesk } from './use-card-desk.ts'

/** 카드사용내역 (/staff/card-report). */
export function CardReportPage() {
  return <CardUsageScreen title="카드사용내역" />
}

/** 차량·카드 장부 (/staff/car-ledger): the same records and the same screen (decision 16). */
export function CarLedgerPage() {
  return <CardUsageScreen title="차량·카드 장부" />
}

const modes = [
  { key: 'month', label: '연월별' },
  { key: 'period', label: '기간별' },
] as const

function CardUsageScreen({ title }: { title: string }) {
  const copy = useOfflineCopy()
  const [searchKind] = useState(() => cardSearchKind(officeToday()))
  const state = useAddressSearch(searchKind)
  const query = cardQuery(state.search)
  const { source, queryKey } = useRecordRows(copy, {
    collection: 'card-usage',
    query,
    mode: 'infinite',
    page: 1,
    pageSize: 20,
  })
  return (
    <div className="flex h-full min-h-0 flex-col">
      <h1 className="sr-only">{title}</h1>
      <Tabs label="조회 방식" value={state.search.mode} tabs={modes} onValue={(mode) => state.change({ mode })}>
        {source ? <CardUsage {...{ title, state, source, queryKey }} /> : null}
      </Tabs>
    </div>
  )
}

interface CardUsageProps {
  title: string
  state: SearchState<CardSearch>
  source: PageWindowSource
  queryKey: string
}

function CardUsage({ title, state, source, queryKey }: CardUsageProps) {
  const { search, change } = state
  const copy = useOfflineCopy()
  const desk = useCardDesk(copy, source)
  const totals = useFigure(
    copy,
    'card-totals',
    useMemo(() => rangeOf(search), [search]),
  )
  const [opened, setOpened] = useState<'import' | 'chart' | null>(null)
  const close = () => setOpened(null)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2" data-screen-only>
        {search.mode === 'month' ? (
          <MonthFilter search={search} change={change} />
        ) : (
          <PeriodFilter search={search} change={change} />
        )}
        <div className="ml-auto flex min-w-0 flex-1 items-center justify-end gap-1 max-sm:basis-full">
          <CardActions desk={desk} search={search} onOpen={setOpened} hasChart={!desk.hasAside} />
          <HistoryButtons history={desk.history} commands={desk.commands} />
        </div>
      </div>
      <div className="flex min-h-0 flex-1 gap-4">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 cramped:min-h-80">
          <CardTable {...{ title, desk, queryKey, search }} onSort={(sort) => change({ sort })} />
          <CardSummary totals={totals.value} />
        </div>
        {desk.hasAside ? (
          <aside aria-label="월별 차트" className="w-[380px] shrink-0 overflow-auto border bg-paper-raised p-4">
            <MonthChart copy={copy} search={search} />
          </aside>
        ) : null}
      </div>
      <OpenForm desk={desk} />
      {opened === 'import' ? <CardImport desk={desk} onClose={close} /> : null}
      {opened === 'chart' ? (
        <Dialog open title="월별 차트" onClose={close}>
          <MonthChart copy={copy} search={search} />
        </Dialog>
      ) : null}
    </div>
  )
}

interface CardActionsProps {
  desk: CardDesk
  search: CardSearch
  hasChart: boolean
  onOpen(what: 'import' | 'chart'): void
}

const icon = { size: 16, strokeWidth: 1.5 } as const

function CardActions({ desk, search, hasChart, onOpen }: CardActionsProps) {
  const exporting = useCardExport(desk, search)
  const chart = { label: '월별 차트', icon: <BarChart3 {...icon} />, onSelect: () => onOpen('chart') }
  return (
    <div className={`min-w-0 flex-1 ${hasChart ? 'sm:max-w-120' : 'sm:max-w-100'}`}>
      <ActionBar
        label="카드사용내역 작업"
        actions={[
          { label: '내역 추가', tone: 'primary', icon: <Plus {...icon} />, onSelect: () => desk.setEdited('new') },
          ...(hasChart ? [chart] : []),
          {
            label: '엑셀 내보내기',
            icon: <Download {...icon} />,
            isBusy: exporting.isBusy,
            onSelect: exporting.run,
          },
          { label: '엑셀 가져오기', icon: <Upload {...icon} />, onSelect: () => onOpen('import') },
        ]}
      />
    </div>
  )
}

function OpenForm({ desk }: { desk: CardDesk }) {
  const { edited, setEdited } = desk
  if (edited === null) return null
  const close = () => setEdited(null)
  if (edited === 'new') return <CardForm record={null} onSave={(fields) => desk.save(null, fields)} onClose={close} />
  return (
    <CardForm
      record={edited.record}
      onSave={(fields) => desk.save(edited.record, fields)}
      onDelete={() => void desk.remove(edited).then((isGone) => isGone && close())}
      onClose={close}
    />
  )
}
