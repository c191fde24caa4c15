import { josa } from 'es-hangul'
import type { ReactNode } from 'react'
import { saveFile } from '#app/ui/browser/save-file.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { stickyHead } from '#app/ui/display/sticky-names.ts'
import type { ImportReport } from '#contract/records/excel-import.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { escapeFormula } from '#domain/sheets/record-sheet.ts'
import { listUnfilledFields } from './import-mapping-table.tsx'

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
          내보낼 때 가려진 셀 {formatNumber(report.masked)}개는 바꾸지 않고 그대로 둡니다.
        </p>
      ) : null}
      <p className="text-label text-ink-2" hidden={report.targets.length > 0}>
        연결된 컬럼: {formatConnections(report)}
      </p>
      <ImportPreview preview={report.preview} />
      <ImportReadings report={report} fileName={withoutEnding(fileName)} />
      <IgnoredColumns report={report} />
      {report.warnings.length > 0 ? (
        <p className="text-label text-warn">
          이미 있는 {josa(noun, '와/과')} 같아 보이는 행 {formatNumber(report.warnings.length)}건:{' '}
          {report.warnings
            .slice(0, 5)
            .map((warning) => `${warning.row}행`)
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
function formatConnections({ columns }: ImportReport): string {
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
      <p>가져오지 않는 컬럼 {formatNumber(untaken.length)}개</p>
      <ul aria-label="가져오지 않는 컬럼" className="list-disc pl-5">
        {untaken.map(({ header, rows, samples }) => (
          <li key={header}>
            {header}: 값이 있는 행 {formatNumber(rows)}건 (예: {samples.join(', ')})
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
        {notes.slice(0, maxShownNotes).map(({ row, message }) => (
          <li key={`${row}-${message}`}>
            {row}행: {message}
          </li>
        ))}
      </ul>
      {notes.length > maxShownNotes ? <p>그 밖에 {formatNumber(notes.length - maxShownNotes)}건</p> : null}
    </section>
  )
}

const maxShownNotes = 20

function Counts({ report }: { report: ImportReport }) {
  if (!isFromThisApp(report))
    return (
      <p>
        전체 {formatNumber(report.total)}건 중 <strong>{formatNumber(report.good)}건</strong>을 가져올 수 있습니다.
      </p>
    )
  const invalidCount = new Set(report.errors.map(({ row }) => row)).size
  const conflictCount = report.total - report.good - report.changed - report.same - invalidCount
  const counts = [
    ['새 행', report.good],
    ['변경된 행', report.changed],
    ['그대로인 행', report.same],
    ['오류', invalidCount],
    // Rows with nothing left to write, because someone else changed them first.
    ...(conflictCount > 0 ? [['겹친 행', conflictCount] as const] : []),
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      {counts.map(([label, count]) => (
        <div key={label} className="flex items-baseline gap-2">
          <dt className="text-ink-2">{label}</dt>
          <dd className="font-semibold tabular-nums">{formatNumber(count)}</dd>
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
    cells: [String(row), caption, label, before, after, theirs ? describeOtherChange(theirs) : ''],
    isWarned: theirs !== null,
  }))
  return (
    <div className="flex flex-col gap-2">
      <ReportList
        title={<h3 className="font-semibold">바뀐 셀 {formatNumber(count)}건</h3>}
        label="바뀐 셀"
        download={{ label: '바뀐 셀 목록 다운로드', fileName: `${withoutEnding(fileName)}_바뀐셀.csv` }}
        head={['행', noun, '컬럼', '바꾸기 전', '바꾼 뒤', '비고']}
        lines={lines}
        count={count}
      />
      {conflictCount > 0 ? (
        <p role="status" className="text-label text-warn">
          파일을 내보낸 뒤 다른 사람도 바꾼 셀 {formatNumber(conflictCount)}건은 반영하지 않습니다. 현재 값을 확인하고
          화면에서 직접 고쳐 주세요.
        </p>
      ) : null}
    </div>
  )
}

function describeOtherChange({ text, by }: { text: string; by: string }): string {
  const author = by === '' ? '다른 사람이' : josa(by, '이/가')
  return `반영 안 함 · ${author} 먼저 ${text === '' ? '비웠습니다' : `'${text}'(으)로 바꿨습니다`}`
}

function Errors({ report, fileName }: Omit<ImportReportProps, 'noun'>) {
  const { errors } = report
  // Every row would report the missing column; the mapping has to be fixed first.
  if (errors.length === 0 || listUnfilledFields(report).length > 0) return null
  return (
    <ReportList
      title={<h3 className="font-semibold text-danger">오류 {formatNumber(errors.length)}건</h3>}
      label="행별 오류"
      download={{ label: '오류 목록 다운로드', fileName: `${withoutEnding(fileName)}_오류.csv` }}
      head={['행', '컬럼', '값', '이유']}
      lines={errors.map((error) => ({
        key: `${error.row}-${error.field}`,
        cells: [String(error.row), findColumnLabel(report, error.field), error.value, error.message],
      }))}
      count={errors.length}
    />
  )
}

function findColumnLabel(report: ImportReport, field: string | null): string {
  return report.columns.find((column) => column.field === field && field !== null)?.label ?? ''
}

function withoutEnding(fileName: string): string {
  return fileName.replace(/\.\w+$/, '')
}

/** The first new rows as they will be stored. */
function ImportPreview({ preview: { columns, rows } }: Pick<ImportReport, 'preview'>) {
  if (rows.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">미리보기 (가져올 행 가운데 앞의 {rows.length}건)</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable with the keyboard (axe: scrollable-region-focusable) */}
      <section className="overflow-auto rounded-control border" tabIndex={0} aria-label="미리보기">
        <table className="w-full min-w-max text-table">
          <thead className="bg-paper-sunk text-left text-label">
            <tr>
              {['행', ...columns.map(({ label }) => label)].map((name, index) => (
                <th key={index} className="px-3 py-2 whitespace-nowrap">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, cells }) => (
              <tr key={row} className="border-t">
                {[String(row), ...cells].map((cell, index) => (
                  <td key={index} className="px-3 py-1.5 tabular-nums" title={cell}>
                    <span className="line-clamp-2 max-w-60">{cell}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

/**
 * Values that are stored differently than written: each interpreted value, and the number of values
 * in another notation.
 */
function ImportReadings({ report, fileName }: { report: ImportReport; fileName: string }) {
  const { interpreted, interpreted_count: count, respelled, encoding } = report
  if (count === 0 && respelled.length === 0 && encoding === null) return null
  const lines = interpreted.map(({ row, field, label, written, stored }) => ({
    key: `${row}-${field}`,
    cells: [String(row), label, written, stored === '' ? '(빈 값)' : stored],
  }))
  return (
    <div className="flex flex-col gap-2">
      {count > 0 ? (
        <ReportList
          title={<h3 className="font-semibold">해석한 값 {formatNumber(count)}건</h3>}
          label="해석한 값"
          download={{ label: '해석한 값 목록 다운로드', fileName: `${fileName}_해석한값.csv` }}
          head={['행', '컬럼', '적힌 값', '저장할 값']}
          lines={lines}
          count={count}
        />
      ) : null}
      <PlainNote isShown={encoding !== null}>
        유니코드가 아닌 파일이어서 {encoding}(한글 Windows)로 읽었습니다. 글자가 깨지지 않았는지 미리보기에서 확인해
        주세요.
      </PlainNote>
      <PlainNote isShown={respelled.length > 0}>
        표기만 바꾸어 저장하는 값:{' '}
        {respelled
          .map(
            (respelling) =>
              `${respelling.label} ${formatNumber(respelling.count)}건 (예: ${respelling.written} → ${respelling.stored})`,
          )
          .join(', ')}
      </PlainNote>
    </div>
  )
}

function PlainNote({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return isShown ? <p className="text-label text-ink-2">{children}</p> : null
}

interface ReportListProps {
  /** Visible title: 오류, 바뀐 셀. */
  title: ReactNode
  /** Accessible name of the list: 행별 오류. */
  label: string
  download: { label: string; fileName: string }
  head: readonly string[]
  lines: readonly ReportLine[]
  /** Total number; the server sends only the first of very many. */
  count: number
}

interface ReportLine {
  readonly key: string
  readonly cells: readonly string[]
  /** The line needs attention. */
  readonly isWarned?: boolean
}

/** Number of lines shown; the download has all of them. */
const maxShownLines = 200

/** A long list of a dry run: shows the first lines and downloads all of them. */
function ReportList({ title, label, download, head, lines, count }: ReportListProps) {
  const save = () => saveFile(download.fileName, buildCsv([head, ...lines.map(({ cells }) => cells)]))
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        {title}
        <Button tone="transparent" onClick={save}>
          {download.label}
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable with the keyboard (axe: scrollable-region-focusable) */}
      <section className="max-h-72 overflow-auto rounded-control border" tabIndex={0} aria-label={label}>
        <table className="w-full min-w-max text-table">
          <thead className="sticky top-0 z-1 bg-paper-sunk text-left text-label">
            <tr>
              {head.map((name, index) => (
                <th key={name} className={`px-3 py-2 whitespace-nowrap ${index === 0 ? stickyHead : ''}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, maxShownLines).map(({ key, cells, isWarned }) => (
              <tr key={key} className={isWarned ? 'border-t bg-warn-wash' : 'border-t bg-paper-raised'}>
                {cells.map((cell, index) => (
                  <td
                    key={index}
                    className={`px-3 py-1.5 tabular-nums ${index === 0 ? 'sticky left-0 bg-inherit' : ''}`}
                    title={cell}
                  >
                    <span className="line-clamp-3 max-w-80 whitespace-pre-line">{cell}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {count > maxShownLines ? (
        <p className="text-label text-ink-2">
          {formatNumber(count)}건 가운데 {maxShownLines}건을 보여 줍니다. 내려받은 목록에는{' '}
          {count > lines.length ? `앞의 ${formatNumber(lines.length)}건이` : '모두'} 들어 있습니다.
        </p>
      ) : null}
    </div>
  )
}

/**
 * CSV with a byte order mark, without which Korean Excel garbles it. Neutralizes leading formula
 * characters.
 */
function buildCsv(lines: readonly (readonly string[])[]): Blob {
  const text = lines.map((line) => line.map(quoteCell).join(',')).join('\r\n')
  return new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' })
}

function quoteCell(value: string): string {
  return `"${escapeFormula(value).replaceAll('"', '""')}"`
}
