import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { type FigureColumn, FigureTable } from '#app/records/report/figure-table.tsx'
import { ReportPrint, SheetButton, useFigureSheet } from '#app/records/report/report-parts.tsx'
import { FormDialog } from '#app/records/unstored-values/form-dialog.tsx'
import { useUrlSearch } from '#app/records/url-state/use-url-search.ts'
import { ResultView } from '#app/session/result-view.tsx'
import { useServerAction, useServerForm } from '#app/session/server-action.ts'
import { useServerQuery } from '#app/session/server-query.ts'
import { useSession } from '#app/session/session-store.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import {
  closeMonthPath,
  type RegisterMonth,
  type RegisterMonths,
  registerMonthsPath,
  registerMonthsSchema,
  reopenMonthPath,
} from '#contract/register/register.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { formatWon } from '#domain/money/won.ts'
import { describeSheet } from '#domain/sheets/record-sheet.ts'
import { CorrectionList } from './correction-list.tsx'
import { getYear, registerKey, registerYearSearch } from './register-search.ts'
import { YearSelect } from './year-select.tsx'

const columns: readonly FigureColumn<RegisterMonth>[] = [
  { key: 'state', label: '상태', text: formatState },
  { key: 'count', label: '건수', text: ({ count }) => formatNumber(count) },
  { key: 'fees', label: '보수 총액', text: ({ fees }) => formatWon(fees) },
  { key: 'total_count', label: '누계 건수', text: ({ total_count: count }) => formatNumber(count) },
  { key: 'total_fees', label: '누계 보수', isStrong: true, text: ({ total_fees: fees }) => formatWon(fees) },
]

function formatState({ month, is_closed: isClosed }: RegisterMonth): string {
  return month === 0 ? '' : isClosed ? '마감' : '열림'
}

/** 월계·누계 (법무사규칙 제35조): a year's months, their closing and what was corrected in them. */
export function MonthsTab() {
  const { search, change } = useUrlSearch(registerYearSearch)
  const year = search.year || getYear(getOfficeToday())
  const months = useServerQuery(registerMonthsPath, registerMonthsSchema, {
    queryKey: [...registerKey, 'months', year],
    call: { searchParams: { year } },
  })
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto pt-3 pb-6">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <YearSelect year={year} onYear={(next) => change({ year: next })} />
        {months.value ? <MonthFiles year={months.value} /> : null}
      </div>
      <p className="text-ink-2">
        기재일이 속한 달에 셉니다. 취소된 사건은 건수와 보수에 들지 않습니다. 마감한 달의 번호와 값은 사건을 고쳐도
        바뀌지 않고, 사유를 적은 정정으로만 바뀝니다.
      </p>
      <ResultView {...months} noun="월계와 누계는">
        {(value) => <Months year={value} />}
      </ResultView>
      <CorrectionList year={year} />
    </div>
  )
}

/** The year under the months: the sums of December. */
function sumYear({ months }: RegisterMonths): RegisterMonth {
  const [total_count, total_fees] = [months.at(-1)?.total_count ?? 0, months.at(-1)?.total_fees ?? 0]
  return { month: 0, count: total_count, fees: total_fees, total_count, total_fees, is_closed: false, log: [] }
}

function toFigureRow(month: RegisterMonth) {
  return { rowName: `${month.month}월`, id: String(month.month), figures: month }
}

function MonthFiles({ year: value }: { year: RegisterMonths }) {
  const title = `${value.year}년 사건부 월계·누계`
  const sheet = useFigureSheet(value.months, () => ({
    sheet: monthsSheet,
    fileName: `${title}_${getOfficeToday()}.xlsx`,
  }))
  return (
    <div className="flex flex-wrap gap-2">
      <SheetButton sheet={sheet} />
      <ReportPrint
        title={title}
        period={`${value.year}년`}
        heading="월"
        columns={columns}
        rows={value.months.map(toFigureRow)}
        total={sumYear(value)}
      />
    </div>
  )
}

const monthsSheet = describeSheet<RegisterMonth>('월계·누계', [
  { header: '월', kind: 'text', width: 8, cell: ({ month }) => `${month}월` },
  { header: '건수', kind: 'count', width: 10, summed: true, cell: ({ count }) => count },
  { header: '보수 총액', kind: 'won', width: 16, summed: true, cell: ({ fees }) => fees },
  { header: '누계 건수', kind: 'count', width: 10, cell: ({ total_count }) => total_count },
  { header: '누계 보수', kind: 'won', width: 16, cell: ({ total_fees }) => total_fees },
  { header: '상태', kind: 'text', width: 8, cell: formatState },
])

function Months({ year: value }: { year: RegisterMonths }) {
  const isSuperuser = useSession().user?.is_superuser === true
  const [reopened, setReopened] = useState<number | null>(null)
  const closing = useServerAction({
    question: (month: number) => ({
      title: `${value.year}년 ${month}월을 마감하시겠습니까?`,
      message: '마감하면 이 달에 기재한 번호와 값은 사건을 고쳐도 바뀌지 않습니다. 고칠 것이 있으면 정정으로 남깁니다.',
      confirmLabel: '마감',
    }),
    send: (api, month) => api.post(closeMonthPath, { json: { year: value.year, month } }).json(),
    done: (_, month) => `${month}월을 마감했습니다.`,
    failed: '월 마감 실패',
    refetches: [registerKey],
    refetchesAlways: true,
  })
  const action = ({ month, is_closed: isClosed, close_refusal: refusal }: RegisterMonth) =>
    isClosed ? (
      <Button
        size="sm"
        icon={<LockOpen {...icon} />}
        aria-label={`${month}월 다시 열기`}
        onClick={() => setReopened(month)}
      >
        다시 열기
      </Button>
    ) : (
      <Button
        size="sm"
        icon={<Lock {...icon} />}
        aria-label={`${month}월 마감`}
        disabledReason={refusal}
        isBusy={closing.running === month}
        onClick={() => void closing.run(month)}
      >
        마감
      </Button>
    )
  return (
    <div className="flex flex-col gap-4 pt-3">
      <FigureTable
        caption={`${value.year}년 월계와 누계`}
        heading="월"
        columns={columns}
        rows={value.months.map((month) => ({ ...toFigureRow(month), ...(isSuperuser && { action: action(month) }) }))}
        total={sumYear(value)}
        {...(isSuperuser && { actionLabel: '마감' })}
      />
      <ClosingLog year={value} />
      {reopened === null ? null : <ReopenDialog year={value.year} month={reopened} onClose={() => setReopened(null)} />}
    </div>
  )
}

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Who closed and reopened which month, newest first. */
function ClosingLog({ year: { months } }: { year: RegisterMonths }) {
  const lines = months
    .flatMap(({ month, log }) => log.map((line) => ({ ...line, month })))
    .toSorted((a, b) => b.at.localeCompare(a.at))
  if (lines.length === 0) return null
  return (
    <section aria-label="마감 기록" className="flex flex-col">
      <h2 className="pb-1 font-semibold">마감 기록</h2>
      <ul className="border-t">
        {lines.map(({ month, act, reason, user_name: name, at }) => (
          <li key={`${month} ${at}`} className="flex flex-wrap gap-x-3 border-b py-1.5">
            <span className="font-semibold">{`${month}월 ${act === 'close' ? '마감' : '다시 엶'}`}</span>
            <span className="min-w-0 flex-1 wrap-anywhere">{reason}</span>
            <span className="tabular text-ink-2">{`${name} · ${formatMoment(at)}`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ReopenDialog({ year, month, onClose }: { year: number; month: number; onClose(): void }) {
  const { bind, ...form } = useServerForm(
    { reason: '' },
    {
      validate: ({ reason }) => (reason.trim() === '' ? { reason: '사유를 입력해 주세요.' } : {}),
      send: (api, { reason }) => api.post(reopenMonthPath, { json: { year, month, reason } }).json(),
      done: `${month}월을 다시 열었습니다.`,
      refetches: [registerKey],
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      {...form}
      width="narrow"
      title={`${year}년 ${month}월 다시 열기`}
      description="이 달의 기재가 다시 사건을 따라 바뀝니다. 누가 왜 열었는지는 기록으로 남습니다."
      submitLabel="다시 열기"
      className="mt-3"
      onClose={onClose}
    >
      <TextArea label="사유" isRequired maxLength={300} {...bind('reason')} />
    </FormDialog>
  )
}
