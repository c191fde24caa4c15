import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { caseDateFields } from '#contract/list-question.ts'
import type { DepositSummaryRow } from '#contract/deposit-cases.ts'
import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import { summaryTotal } from '#domain/deposit-summary.ts'
import { formatDay } from '#domain/office-date.ts'
import { rangeFault } from '#domain/reversed-range.ts'
import { formatWon } from '#domain/won.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { dayChoices } from '#app/records/screen/record-filters.tsx'
import { useAddressSearch, type SearchState } from '#app/records/address/use-address-search.ts'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { buttonClass } from '#app/ui/buttons/button-look.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { Tabs } from '#app/ui/display/tabs.tsx'
import { ReceivablesView } from './receivables-view.tsx'
import { ReportChart } from './report-chart.tsx'
import { emptyReportSearch, rangeOf, reportSearchSchema, type ReportSearch } from './report-search.ts'
import { ReportPrint } from './report-print.tsx'
import { ReportState } from './report-state.tsx'
import { reportColumns, ReportTable } from './report-table.tsx'

const views = [
  { key: 'summary', label: '사업구간별 합계' },
  { key: 'receivables', label: '미수금' },
] as const

const days = dayChoices(depositCaseDescription, caseDateFields)

const searchKind = { schema: reportSearchSchema, empty: emptyReportSearch }

/** 리포트 (spec 2 §2 "Report tab"): figures by section from the cases on this device, to the won what the server would answer. */
export function ReportTab() {
  const state = useAddressSearch<ReportSearch>(searchKind)
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto pt-3">
      <Tabs
        variant="cards"
        label="리포트 종류"
        value={state.search.view}
        tabs={views}
        onValue={(view) => state.change({ view })}
      >
        {state.search.view === 'summary' ? <SummaryView state={state} /> : <ReceivablesView />}
      </Tabs>
    </div>
  )
}

function SummaryView({ state }: { state: SearchState<ReportSearch> }) {
  const { search, change } = state
  const range = useMemo(() => rangeOf(search), [search])
  const { status, value } = useFigure(useOfflineCopy(), 'deposit-summary', range)
  const sections = value ?? []
  const fault = rangeFault({ from: search.start, to: search.end })
  const isAsked = search.start !== '' || search.end !== ''
  const reset = () => change({ start: '', end: '' })
  return (
    <div className="flex flex-col gap-4 pb-6">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <search aria-label="리포트 기간" className="grid max-w-3xl flex-1 grid-cols-2 items-end gap-2 md:grid-cols-4">
          <Select
            label="일자 기준"
            value={search.date_field}
            choices={days}
            onValue={(field) => change({ date_field: field })}
          />
          <DateField label="시작일" value={search.start} onValue={(start) => change({ start })} />
          <DateField label="종료일" value={search.end} error={fault ?? undefined} onValue={(end) => change({ end })} />
          <Button tone="transparent" disabled={!isAsked} onClick={reset}>
            기간 초기화
          </Button>
        </search>
        {sections.length === 0 || fault !== null ? null : (
          <ReportPrint
            title="사업구간별 합계"
            period={periodText(search)}
            bars={{ kind: 'bars', title: '사업구간별 합계(원)', bars: sections.map(printedBar) }}
            columns={reportColumns}
            rows={sections.map((row) => ({ section: row.business_section, figures: row }))}
            total={summaryTotal(sections)}
          />
        )}
      </div>
      <ReportState
        {...{ status, fault }}
        isEmpty={sections.length === 0}
        emptyReason={
          isAsked ? (
            <>
              선택한 기간에 해당하는 사건이 없습니다.
              <Button onClick={reset}>기간 초기화</Button>
            </>
          ) : (
            <>
              아직 등록된 사건이 없습니다.
              <Link to="." search={{}} className={buttonClass()}>
                사건 추가하러 가기
              </Link>
            </>
          )
        }
      >
        <ReportTable sections={sections} range={range} search={search} />
        <ReportChart sections={sections} />
      </ReportState>
    </div>
  )
}

/** `등기접수일 2026.11.01 ~ 2026.11.30`; an open end stays open. */
function periodText({ date_field: field, start, end }: ReportSearch): string {
  const label = days.find(({ value }) => value === field)?.label ?? ''
  return start === '' && end === '' ? `기간 전체 (${label} 기준)` : `${label} ${formatDay(start)} ~ ${formatDay(end)}`
}

function printedBar({ business_section: label, sum: value }: DepositSummaryRow) {
  return { label, value, text: `${formatWon(value)}원` }
}
