import { josa } from 'es-hangul'
import { useRef, useState } from 'react'
import type { ImportMapping, ImportReport } from '#contract/excel-import.ts'
import { formatWon } from '#domain/won.ts'
import { newId } from '#mirror/new-id.ts'
import { useApi } from '#app/session/api.tsx'
import { useSyncStatus } from '../copy/use-offline-copy.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { saveFile } from '#app/ui/save-file.ts'
import { ImportMappingTable } from './import-mapping-table.tsx'
import { ImportMissing } from './import-missing.tsx'
import { excelFileRefusal, sendWorkbook } from './send-workbook.ts'

type Step =
  | { name: 'choose'; refusal: string | null }
  | { name: 'checking' | 'importing'; file: File }
  | {
      name: 'checked'
      file: File
      report: ImportReport
      opId: string
      mapping: ImportMapping
      creates: readonly string[]
      isAsking: boolean
    }

type Checked = Extract<Step, { name: 'checked' }>

export interface ImportDialogProps {
  /** `…/import_excel/` of the business. */
  path: string
  /** What is brought in: 사건, 내역. */
  noun?: string
  /** What kind of file is wanted; absent: a table with titles in its first line. */
  intro?: string
  onClose(): void
  /** Called when rows were written. */
  onImported(report: ImportReport): void
  onFailed(reason: string): void
}

/** 엑셀 가져오기 (decision 12): a dry run first, its row errors to read and download, then the good rows or nothing. */
export function ImportDialog(props: ImportDialogProps) {
  const { path, noun = '사건', intro = usualIntro, onClose, onImported, onFailed } = props
  const api = useApi()
  const [step, setStep] = useState<Step>({ name: 'choose', refusal: null })
  const input = useRef<HTMLInputElement>(null)

  async function check(file: File) {
    const refusal = excelFileRefusal(file)
    if (refusal) return setStep({ name: 'choose', refusal })
    setStep({ name: 'checking', file })
    const answer = await sendWorkbook(api, { path, file, mode: 'dry_run', opId: newId() })
    if (answer.ok) {
      setStep({ name: 'checked', file, report: answer.value, opId: newId(), mapping: {}, creates: [], isAsking: false })
    } else setStep({ name: 'choose', refusal: answer.problem.message })
  }

  /** A column means something else, or unknown names become records: the whole sheet is read anew. What was chosen shows at once. */
  async function askAgain(checked: Checked, chosen: Partial<Pick<Checked, 'mapping' | 'creates'>>) {
    const asked = { ...checked, ...chosen, isAsking: true }
    setStep(asked)
    const { file, mapping, creates } = asked
    const answer = await sendWorkbook(api, { path, file, mode: 'dry_run', opId: newId(), mapping, creates })
    if (!answer.ok) return setStep({ name: 'choose', refusal: answer.problem.message })
    setStep((now) => (now === asked ? { ...asked, report: answer.value, isAsking: false } : now))
  }

  async function write(checked: Checked) {
    const { file, opId, mapping, creates } = checked
    setStep({ name: 'importing', file })
    const answer = await sendWorkbook(api, { path, file, mode: 'good_rows', opId, mapping, creates })
    if (answer.ok) return onImported(answer.value)
    onFailed(answer.problem.message)
    // Nobody answered: it may have been written. The same number on the next try makes it happen once.
    if (answer.isUnreachable) setStep(checked)
    else setStep({ name: 'choose', refusal: answer.problem.message })
  }

  const isBusy = step.name === 'checking' || step.name === 'importing'
  return (
    <Dialog
      open
      width="wide"
      title="엑셀 가져오기"
      isSticky={isBusy}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>취소</Button>
          {step.name === 'checked' ? (
            <Button
              tone="primary"
              disabled={step.report.good === 0}
              isBusy={step.isAsking}
              onClick={() => void write(step)}
            >
              {step.report.errors.length === 0
                ? `${formatWon(step.report.good)}건 가져오기`
                : `오류 없는 ${formatWon(step.report.good)}건만 가져오기`}
            </Button>
          ) : (
            <Button tone="primary" isBusy={isBusy} onClick={() => input.current?.click()}>
              파일 선택
            </Button>
          )}
        </>
      }
    >
      <input
        ref={input}
        type="file"
        aria-label="엑셀 파일"
        accept=".xlsx,.xls"
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void check(file)
        }}
      />
      {step.name === 'checked' ? (
        <div className="flex flex-col gap-4">
          {step.report.targets.length > 0 ? (
            <ImportMappingTable
              report={step.report}
              mapping={step.mapping}
              onMap={(mapping) => void askAgain(step, { mapping })}
            />
          ) : null}
          <ImportMissing
            report={step.report}
            creates={step.creates}
            onCreates={(creates) => void askAgain(step, { creates })}
          />
          <ImportReportView report={step.report} fileName={step.file.name} noun={noun} />
        </div>
      ) : (
        <ChooseView step={step} intro={intro} />
      )}
    </Dialog>
  )
}

const usualIntro =
  '엑셀 파일(.xlsx, .xls), 10MB 이하. 첫 줄에 제목이 있어야 하며, 먼저 내용을 확인한 뒤 가져올지 정합니다.'

function ChooseView({ step, intro }: { step: Exclude<Step, { name: 'checked' }>; intro: string }) {
  const isOffline = useSyncStatus().connection === 'offline'
  if (step.name !== 'choose') {
    return (
      <output className="text-ink-2">
        {step.name === 'checking' ? '파일을 확인하고 있습니다.' : '기록하고 있습니다.'} (
        {step.file.name.normalize('NFC')})
      </output>
    )
  }
  return (
    <>
      <p className="text-ink-2">{intro}</p>
      {isOffline ? (
        <p className="mt-3 text-warn">지금은 오프라인입니다. 엑셀 가져오기는 인터넷에 연결되어야 할 수 있습니다.</p>
      ) : null}
      {step.refusal ? (
        <p role="alert" className="mt-3 text-seal">
          {step.refusal}
        </p>
      ) : null}
    </>
  )
}

function ImportReportView({ report, fileName, noun }: { report: ImportReport; fileName: string; noun: string }) {
  const unmapped = report.columns.filter((column) => column.field === null).map((column) => column.header)
  return (
    <div className="flex flex-col gap-4">
      <p>
        전체 {formatWon(report.total)}건 중 <strong>{formatWon(report.good)}건</strong>을 가져올 수 있습니다.
      </p>
      <p className="text-label text-ink-2" hidden={report.targets.length > 0}>
        연결된 컬럼: {report.columns.flatMap((column) => (column.label === null ? [] : [column.label])).join(' · ')}
        {unmapped.length > 0 ? ` / 가져오지 않는 컬럼: ${unmapped.join(' · ')}` : ''}
      </p>
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
      {report.errors.length > 0 ? <ImportErrors report={report} fileName={fileName} /> : null}
    </div>
  )
}

/** How many row errors are drawn; all of them are in the downloaded list. */
const shownErrors = 200

function ImportErrors({ report, fileName }: { report: ImportReport; fileName: string }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between">
        <h3 className="font-semibold text-seal">오류 {formatWon(report.errors.length)}건</h3>
        <Button
          tone="transparent"
          onClick={() => saveFile(`${fileName.replace(/\.\w+$/, '')}_오류.csv`, errorListOf(report))}
        >
          오류 목록 다운로드
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable with the keyboard (axe: scrollable-region-focusable) */}
      <section className="max-h-72 overflow-auto rounded-control border" tabIndex={0} aria-label="행별 오류">
        <table className="w-full text-table">
          <thead className="sticky top-0 bg-paper-sunk text-left text-label">
            <tr>
              <th className="px-3 py-2">행</th>
              <th className="px-3 py-2">열</th>
              <th className="px-3 py-2">값</th>
              <th className="px-3 py-2">이유</th>
            </tr>
          </thead>
          <tbody>
            {report.errors.slice(0, shownErrors).map((error) => (
              <tr key={`${error.row}-${error.field}`} className="border-t">
                <td className="px-3 py-1.5 tabular-nums">{error.row}</td>
                <td className="px-3 py-1.5">{labelOf(report, error.field)}</td>
                <td className="max-w-60 truncate px-3 py-1.5">{error.value}</td>
                <td className="px-3 py-1.5">{error.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

function labelOf(report: ImportReport, field: string | null): string {
  return report.columns.find((column) => column.field === field && field !== null)?.label ?? ''
}

/** CSV with a byte order mark, or Korean Excel shows it garbled (research/grid.md §11-19). A leading formula character is made harmless. */
function errorListOf(report: ImportReport): Blob {
  const lines = report.errors.map((error) => [
    String(error.row),
    labelOf(report, error.field),
    error.value,
    error.message,
  ])
  const text = [['행', '컬럼', '값', '이유'], ...lines].map((line) => line.map(quoted).join(',')).join('\r\n')
  return new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' })
}

function quoted(value: string): string {
  const harmless = /^[=+\-@\t]/.test(value) ? `'${value}` : value
  return `"${harmless.replaceAll('"', '""')}"`
}
