import { FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { type FigureColumn, FigureTable } from '#app/records/report/figure-table.tsx'
import { ReportPrint } from '#app/records/report/report-parts.tsx'
import { FormDialog } from '#app/records/unstored-values/form-dialog.tsx'
import { useUrlSearch } from '#app/records/url-state/use-url-search.ts'
import { ResultView } from '#app/session/result-view.tsx'
import { useServerAction, useServerForm } from '#app/session/server-action.ts'
import { useServerQuery } from '#app/session/server-query.ts'
import { useSession } from '#app/session/session-store.ts'
import { saveFile } from '#app/ui/browser/save-file.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import {
  buildReportFileNames,
  type RegisterReport,
  registerReportExcelPath,
  registerReportPath,
  registerReportPdfPath,
  registerReportSchema,
  registerSentPath,
} from '#contract/register/register.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { formatWon } from '#domain/money/won.ts'
import { registerKey, registerYearSearch, resolveReportYear } from './register-search.ts'
import { YearSelect } from './year-select.tsx'

type Sums = Pick<RegisterReport, 'count' | 'fees'>

const columns: readonly FigureColumn<Sums>[] = [
  { key: 'count', label: '건수', text: ({ count }) => formatNumber(count) },
  { key: 'fees', label: '보수 총액', isStrong: true, text: ({ fees }) => formatWon(fees) },
]

/** 연간 보고: a year's cases and fees by month, for the association (법무사규칙 제49조). */
export function ReportTab() {
  const { search, change } = useUrlSearch(registerYearSearch)
  const year = search.year || resolveReportYear(getOfficeToday())
  const report = useServerQuery(registerReportPath, registerReportSchema, {
    queryKey: [...registerKey, 'report', year],
    call: { searchParams: { year } },
  })
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto pt-3 pb-6">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <YearSelect year={year} onYear={(next) => change({ year: next })} />
        {report.value ? <ReportFiles report={report.value} /> : null}
      </div>
      <ResultView {...report} noun="연간 보고는">
        {(value) => <Report report={value} />}
      </ResultView>
    </div>
  )
}

function buildFigures({ months, count, fees }: RegisterReport) {
  return {
    heading: '월',
    columns,
    rows: months.map((month) => ({ rowName: `${month.month}월`, id: String(month.month), figures: month })),
    total: { count, fees },
  }
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

const files = [
  { extension: 'xlsx', label: '엑셀', path: registerReportExcelPath, icon: <FileSpreadsheet {...icon} /> },
  { extension: 'pdf', label: 'PDF', path: registerReportPdfPath, icon: <FileText {...icon} /> },
] as const

function ReportFiles({ report }: { report: RegisterReport }) {
  const { year } = report
  const download = useServerAction({
    send: (api, { path }: (typeof files)[number]) => api.get(path, { searchParams: { year }, timeout: 120_000 }).blob(),
    done: '파일이 다운로드되었습니다.',
    failed: ({ label }) => `${label} 파일 생성 실패`,
    onDone: (file, { extension }) => saveFile(buildReportFileNames(year, extension).korean, file),
  })
  return (
    <div className="flex flex-wrap gap-2">
      {files.map((file) => (
        <Button
          key={file.extension}
          icon={file.icon}
          isBusy={download.running?.extension === file.extension}
          onClick={() => void download.run(file)}
        >
          {file.label}
        </Button>
      ))}
      <ReportPrint title={`${year}년 사건 수임 보고`} period={`${year}년`} {...buildFigures(report)} />
    </div>
  )
}

function Report({ report }: { report: RegisterReport }) {
  return (
    <div className="flex flex-col gap-4 pt-3">
      <SentState report={report} />
      <Checks report={report} />
      <FigureTable caption={`${report.year}년 월별 건수와 보수 총액`} {...buildFigures(report)} />
    </div>
  )
}

/** Whether the register agrees with the case books, and what to settle before it is sent. */
function Checks({ report }: { report: RegisterReport }) {
  const { count, fees, ledger, cancelled, differing, open_months: open } = report
  const isEqual = ledger.count === count && ledger.fees === fees
  const notes = [
    ...(open.length > 0 ? [`아직 마감하지 않은 달: ${open.map((month) => `${month}월`).join(', ')}`] : []),
    ...(differing > 0 ? [`마감한 뒤 사건이 달라진 기재: ${formatNumber(differing)}건`] : []),
    ...(cancelled > 0 ? [`취소되어 들어 있지 않은 기재: ${formatNumber(cancelled)}건`] : []),
  ]
  return (
    <section aria-label="장부와 대조" className="flex flex-col gap-1">
      <p className="tabular flex flex-wrap items-center gap-2">
        {isEqual ? <Badge tone="good">장부와 같음</Badge> : <Badge tone="danger">장부와 다름</Badge>}
        {`사건부 ${formatSums({ count, fees })} · 사건 장부 ${formatSums(ledger)}`}
      </p>
      {notes.length === 0 ? null : (
        <ul className="list-disc pl-5 text-ink-2">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function formatSums({ count, fees }: Sums): string {
  return `${formatNumber(count)}건 ${formatWon(fees)}원`
}

/** 보냄 표시: until it is set, 오늘 reminds of the report. */
function SentState({ report: { year, sent } }: { report: RegisterReport }) {
  const isSuperuser = useSession().user?.is_superuser === true
  const [isMarking, setIsMarking] = useState(false)
  const unmark = useServerAction({
    question: () => ({
      title: `${year}년 보고의 보냄 표시를 지우시겠습니까?`,
      message: '보내지 않은 보고로 다시 알립니다.',
      confirmLabel: '표시 지우기',
    }),
    send: (api) => api.put(registerSentPath, { json: { year, sent_on: null } }).json(),
    done: '보냄 표시를 지웠습니다.',
    failed: '보냄 표시 실패',
    refetches: [registerKey],
  })
  return (
    <section aria-label="보냄 표시" className="flex flex-wrap items-center gap-2">
      {sent ? (
        <>
          <Badge tone="good">보냄</Badge>
          <span className="tabular">{`${formatDay(sent.sent_on)} · ${sent.user_name}`}</span>
        </>
      ) : (
        <>
          <Badge tone="warn">보내지 않음</Badge>
          <span className="text-ink-2">{`${year + 1}년 1월 15일까지 협회에 보고합니다.`}</span>
        </>
      )}
      {isSuperuser ? (
        sent ? (
          <Button size="sm" isBusy={unmark.isBusy} onClick={() => void unmark.run()}>
            표시 지우기
          </Button>
        ) : (
          <Button size="sm" tone="primary" onClick={() => setIsMarking(true)}>
            보냄 표시
          </Button>
        )
      ) : null}
      {isMarking ? <SentDialog year={year} onClose={() => setIsMarking(false)} /> : null}
    </section>
  )
}

function SentDialog({ year, onClose }: { year: number; onClose(): void }) {
  const [today] = useState(getOfficeToday)
  const { bind, ...form } = useServerForm(
    { sent_on: today },
    {
      validate: ({ sent_on: day }) => (day === '' ? { sent_on: '보낸 날을 입력해 주세요.' } : {}),
      send: (api, { sent_on }) => api.put(registerSentPath, { json: { year, sent_on } }).json(),
      done: `${year}년 보고를 보낸 것으로 표시했습니다.`,
      refetches: [registerKey],
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      {...form}
      width="narrow"
      title={`${year}년 보고 보냄 표시`}
      submitLabel="저장"
      className="pt-1"
      onClose={onClose}
    >
      <DateField label="보낸 날" isRequired {...bind('sent_on')} />
    </FormDialog>
  )
}
