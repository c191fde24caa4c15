import { josa } from 'es-hangul'
import type { ImportReport } from '#contract/records/excel-import.ts'
import { formatWon } from '#domain/money/won.ts'
import { unfilledFields } from './import-mapping-table.tsx'
import { ImportPreview, ImportReadings } from './import-preview.tsx'
import { ReportList } from './report-list.tsx'

interface ImportReportProps {
  report: ImportReport
  fileName: string
  noun: string
}

/** Result of a dry run: counts of rows by kind, each changed cell before and after, each error. */
export function ImportReportView({ report, fileName, noun }: ImportReportProps) {
  return (
    <div className="flex flex-col gap-4">
      <Counts report={report} />
      {report.masked > 0 ? (
        <p className="text-label text-ink-2">
          내보낼 때 가려진 셀 {formatWon(report.masked)}개는 바꾸지 않고 그대로 둡니다.
        </p>
      ) : null}
      <p className="text-label text-ink-2" hidden={report.targets.length > 0}>
        연결된 열: {connectedText(report)}
      </p>
      <ImportPreview preview={report.preview} />
      <ImportReadings report={report} fileName={withoutEnding(fileName)} />
      <IgnoredColumns report={report} />
      {report.warnings.length > 0 ? (
        <p className="text-label text-warn">
          이미 있는 {josa(noun, '와/과')} 같아 보이는 행 {formatWon(report.warnings.length)}건:{' '}
          {report.warnings
            .slice(0, 5)
            .map((one) => `${one.row}행`)
            .join(', ')}
          {report.warnings.length > 5 ? ' 외' : ''}
        </p>
      ) : null}
      <Notes notes={report.notes} />
      <Differences report={report} fileName={fileName} noun={noun} />
      <Errors report={report} fileName={fileName} />
    </div>
  )
}

/** Each field once, with the titles of its columns if there are several. */
function connectedText({ columns }: ImportReport): string {
  const byField = Map.groupBy(columns, ({ field }) => field)
  byField.delete(null)
  return [...byField.values()]
    .map((same) => {
      const label = same[0]?.label ?? ''
      return same.length > 1 ? `${label}(${same.map(({ header }) => header).join(' + ')})` : label
    })
    .join(' · ')
}

/** Columns of the file that aren't imported. */
function IgnoredColumns({ report }: { report: ImportReport }) {
  const { untaken } = report
  if (untaken.length === 0) return null
  return (
    <div className={`text-label ${isFromThisApp(report) ? 'text-ink-2' : 'text-warn'}`}>
      <p>가져오지 않는 열 {formatWon(untaken.length)}개</p>
      <ul aria-label="가져오지 않는 열" className="list-disc pl-5">
        {untaken.map(({ header, rows, samples }) => (
          <li key={header}>
            {header}: 값이 있는 행 {formatWon(rows)}건 (예: {samples.join(', ')})
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Whether the sheet was exported from this app, so that its rows are existing records. */
export function isFromThisApp({ changed, same, difference_count: differences }: ImportReport): boolean {
  return changed + same + differences > 0
}

/** Rows that are read differently than written, or not read at all. */
function Notes({ notes }: Pick<ImportReport, 'notes'>) {
  if (notes.length === 0) return null
  return (
    <section aria-label="알림" className="flex flex-col gap-1 text-label text-warn">
      <ul>
        {notes.slice(0, shownNotes).map(({ row, message }) => (
          <li key={`${row}-${message}`}>
            {row}행: {message}
          </li>
        ))}
      </ul>
      {notes.length > shownNotes ? <p>그 밖에 {formatWon(notes.length - shownNotes)}건</p> : null}
    </section>
  )
}

const shownNotes = 20

function Counts({ report }: { report: ImportReport }) {
  if (!isFromThisApp(report))
    return (
      <p>
        전체 {formatWon(report.total)}건 중 <strong>{formatWon(report.good)}건</strong>을 가져올 수 있습니다.
      </p>
    )
  const faulty = new Set(report.errors.map(({ row }) => row)).size
  const conflictCount = report.total - report.good - report.changed - report.same - faulty
  const counts = [
    ['새 행', report.good],
    ['변경된 행', report.changed],
    ['그대로인 행', report.same],
    ['오류', faulty],
    // Rows with nothing left to write, because someone else changed them first.
    ...(conflictCount > 0 ? [['겹친 행', conflictCount] as const] : []),
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      {counts.map(([label, count]) => (
        <div key={label} className="flex items-baseline gap-2">
          <dt className="text-ink-2">{label}</dt>
          <dd className="font-semibold tabular-nums">{formatWon(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Differences({ report, fileName, noun }: ImportReportProps) {
  const { differences, difference_count: count } = report
  if (count === 0) return null
  const conflictCount = differences.filter(({ theirs }) => theirs !== null).length
  const lines = differences.map(({ row, caption, field, label, before, after, theirs }) => ({
    key: `${row}-${field}`,
    cells: [String(row), caption, label, before, after, theirs ? otherChangeText(theirs) : ''],
    isWarned: theirs !== null,
  }))
  return (
    <div className="flex flex-col gap-2">
      <ReportList
        title={<h3 className="font-semibold">바뀐 셀 {formatWon(count)}건</h3>}
        label="바뀐 셀"
        download={{ label: '바뀐 셀 목록 다운로드', fileName: `${withoutEnding(fileName)}_바뀐셀.csv` }}
        head={['행', noun, '컬럼', '바꾸기 전', '바꾼 뒤', '비고']}
        lines={lines}
        count={count}
      />
      {conflictCount > 0 ? (
        <p role="status" className="text-label text-warn">
          파일을 내보낸 뒤 다른 사람도 바꾼 셀 {formatWon(conflictCount)}건은 반영하지 않습니다. 현재 값을 확인하고
          화면에서 직접 고쳐 주세요.
        </p>
      ) : null}
    </div>
  )
}

function otherChangeText({ text, by }: { text: string; by: string }): string {
  const author = by === '' ? '다른 사람이' : josa(by, '이/가')
  return `반영 안 함 · ${author} 먼저 ${text === '' ? '비웠습니다' : `'${text}'(으)로 바꿨습니다`}`
}

function Errors({ report, fileName }: Omit<ImportReportProps, 'noun'>) {
  const { errors } = report
  // Every row would report the missing column; the mapping has to be fixed first.
  if (errors.length === 0 || unfilledFields(report).length > 0) return null
  return (
    <ReportList
      title={<h3 className="font-semibold text-seal">오류 {formatWon(errors.length)}건</h3>}
      label="행별 오류"
      download={{ label: '오류 목록 다운로드', fileName: `${withoutEnding(fileName)}_오류.csv` }}
      head={['행', '열', '값', '이유']}
      lines={errors.map((error) => ({
        key: `${error.row}-${error.field}`,
        cells: [String(error.row), labelOf(report, error.field), error.value, error.message],
      }))}
      count={errors.length}
    />
  )
}

function labelOf(report: ImportReport, field: string | null): string {
  return report.columns.find((column) => column.field === field && field !== null)?.label ?? ''
}

function withoutEnding(fileName: string): string {
  return fileName.replace(/\.\w+$/, '')
}
