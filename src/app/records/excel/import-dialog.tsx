import { josa } from 'es-hangul'
import { Download } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useApi } from '#app/session/api.tsx'
import { saveFile } from '#app/ui/browser/save-file.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { useConfirmClose } from '#app/ui/overlays/confirm.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import type { Book } from '#contract/books/field.ts'
import type { ImportMapping, ImportReport } from '#contract/records/excel-import.ts'
import { buildTemplateFileNames } from '#contract/records/generic-resource.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { createTemplateColumns } from '#domain/sheets/record-sheet.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { useServerUnavailableText } from '../offline-copy/use-offline-copy.tsx'
import { useDirtyDialog } from '../unstored-values/dirty-dialog.ts'
import { ImportMappingTable } from './import-mapping-table.tsx'
import { ImportReportView, isFromThisApp } from './import-report.tsx'
import { findFileProblem, sendWorkbook } from './send-workbook.ts'
import { writeOnDevice } from './write-on-device.ts'

type ImportStep =
  | { name: 'choose'; refusal: string | null }
  | { name: 'checking' | 'importing'; file: File }
  | {
      name: 'checked'
      file: File
      report: ImportReport
      /** One idempotency key per write mode, so that a request can be sent again. */
      opIds: Record<WriteMode, string>
      /** The sheet the user chose, or the file's next one. */
      sheet: string | undefined
      /** Sheets of this file that have been imported. */
      imported: readonly string[]
      mapping: ImportMapping
      creates: readonly string[]
      isReloading: boolean
    }

type CheckedStep = Extract<ImportStep, { name: 'checked' }>

type ImportChoices = Partial<Pick<CheckedStep, 'sheet' | 'mapping' | 'creates'>>

export interface ImportDialogProps {
  /** The feature's `…/import_excel/` endpoint. */
  path: string
  book: Book
  /** The kind of file expected; default: a table with titles in its first row. */
  intro?: string
  /** Handed over by another screen; checked as soon as the dialog opens. */
  initialFile?: File | null
  onClose(): void
  /**
   * Called when rows were written. The dialog then checks the file's next sheet with titles, or
   * closes.
   */
  onImported(report: ImportReport): void
  onFailed(reason: string): void
}

/**
 * 엑셀 가져오기: first a dry run with its differences and row errors to read and download, then writes
 * the good rows, only the changed ones, or nothing.
 */
export function ImportDialog(props: ImportDialogProps) {
  const { path, book, intro = defaultIntro, initialFile = null, onClose, onImported, onFailed } = props
  const api = useApi()
  const [step, setStep] = useState<ImportStep>({ name: 'choose', refusal: null })

  async function check(file: File, { sheet, imported = [] }: { sheet?: string; imported?: readonly string[] } = {}) {
    const refusal = findFileProblem(file)
    if (refusal) return setStep({ name: 'choose', refusal })
    setStep({ name: 'checking', file })
    const result = await sendWorkbook(api, { path, file, mode: 'dry_run', opId: newId(), sheet })
    if (result.ok) {
      setStep({
        name: 'checked',
        file,
        report: result.value,
        opIds: { good_rows: newId(), changed_rows: newId() },
        sheet,
        imported,
        mapping: {},
        creates: [],
        isReloading: false,
      })
    } else setStep({ name: 'choose', refusal: result.problem.message })
  }

  /**
   * Checks the file again after a change of the mapping, the sheet, or the names to create. The
   * choice is shown at once.
   */
  async function recheck(checked: CheckedStep, choices: ImportChoices) {
    const request = { ...checked, ...choices, isReloading: true }
    setStep(request)
    const { file, sheet, mapping, creates } = request
    const result = await sendWorkbook(api, { path, file, mode: 'dry_run', opId: newId(), sheet, mapping, creates })
    if (!result.ok) return setStep({ name: 'choose', refusal: result.problem.message })
    setStep((now) => (now === request ? { ...request, report: result.value, isReloading: false } : now))
  }

  async function write(checked: CheckedStep, mode: WriteMode) {
    const { file, opIds, sheet, mapping, creates } = checked
    setStep({ name: 'importing', file })
    const result = await sendWorkbook(api, { path, file, mode, opId: opIds[mode], sheet, mapping, creates })
    if (result.ok) {
      onImported(result.value)
      const readSheet = result.value.sheets.find((candidate) => candidate.is_read)
      const imported = [...checked.imported, ...(readSheet ? [readSheet.name] : [])]
      const next = nextSheet(result.value, imported)
      return next === null ? onClose() : await check(file, { sheet: next, imported })
    }
    onFailed(result.problem.message)
    // The server didn't respond, so it may have written the rows. The same key on the next try
    // prevents writing twice.
    if (result.isUnreachable) setStep(checked)
    else setStep({ name: 'choose', refusal: result.problem.message })
  }

  const hasCheckedInitialFile = useRef(false)
  useEffect(() => {
    if (initialFile === null || hasCheckedInitialFile.current) return
    hasCheckedInitialFile.current = true
    void check(initialFile)
  })
  return (
    <ImportView
      step={step}
      book={book}
      intro={intro}
      onFile={(file) => void check(file)}
      onChoices={(checked, choices) => void recheck(checked, choices)}
      onWrite={(checked, mode) => void write(checked, mode)}
      onClose={onClose}
    />
  )
}

interface ImportViewProps {
  step: ImportStep
  book: Book
  intro: string
  onFile(file: File): void
  onChoices(step: CheckedStep, choices: ImportChoices): void
  onWrite(step: CheckedStep, mode: WriteMode): void
  onClose(): void
}

/** The dialog in one of its steps. Asks before it loses links and names chosen by hand. */
export function ImportView({ step, book, intro, onFile, onChoices, onWrite, onClose }: ImportViewProps) {
  const input = useRef<HTMLInputElement>(null)
  const isChanged = step.name === 'checked' && (Object.keys(step.mapping).length > 0 || step.creates.length > 0)
  const close = useDirtyDialog(isChanged, '엑셀 가져오기의 컬럼 연결', onClose)
  const changeSheet = useConfirmClose(isChanged, (checked: CheckedStep, sheet: string) =>
    onChoices(checked, { sheet, mapping: {} }),
  )
  const isBusy = step.name === 'checking' || step.name === 'importing'
  return (
    <Dialog
      open
      width="wide"
      title="엑셀 가져오기"
      isSticky={isBusy || isChanged}
      onClose={() => void close()}
      actions={
        <>
          <Button onClick={() => void close()}>취소</Button>
          {step.name === 'checked' ? (
            <WriteButtons step={step} onWrite={(mode) => onWrite(step, mode)} />
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
        accept=".xlsx,.xls,.csv,.txt"
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      {step.name === 'checked' ? (
        <div className="flex flex-col gap-4">
          <ImportSheets
            report={step.report}
            imported={step.imported}
            onSheet={(sheet) => void changeSheet(step, sheet)}
          />
          <ImportMissing
            report={step.report}
            creates={step.creates}
            onCreates={(creates) => onChoices(step, { creates })}
          />
          {step.report.targets.length > 0 ? (
            <ImportMappingTable
              key={step.sheet}
              report={step.report}
              mapping={step.mapping}
              onMap={(mapping) => onChoices(step, { mapping })}
            />
          ) : null}
          <ImportReportView report={step.report} fileName={step.file.name} noun={book.noun} />
        </div>
      ) : (
        <ChooseView step={step} intro={intro} book={book} />
      )}
    </Dialog>
  )
}

type WriteMode = 'good_rows' | 'changed_rows'

/**
 * A sheet exported from this app mainly changes existing records; new rows are added only on
 * request.
 */
function WriteButtons({ step, onWrite }: { step: CheckedStep; onWrite(mode: WriteMode): void }) {
  const { report, isReloading } = step
  const hasNoErrors = report.errors.length === 0
  if (!isFromThisApp(report))
    return (
      <Button tone="primary" disabled={report.good === 0} isBusy={isReloading} onClick={() => onWrite('good_rows')}>
        {hasNoErrors
          ? `${formatNumber(report.good)}건 가져오기`
          : `오류 없는 ${formatNumber(report.good)}건만 가져오기`}
      </Button>
    )
  return (
    <>
      {report.good > 0 ? (
        <Button isBusy={isReloading} onClick={() => onWrite('good_rows')}>
          새 행 {formatNumber(report.good)}건{report.changed > 0 ? '도 함께 반영' : ' 가져오기'}
        </Button>
      ) : null}
      <Button
        tone="primary"
        disabled={report.changed === 0}
        isBusy={isReloading}
        onClick={() => onWrite('changed_rows')}
      >
        변경된 행만 반영
      </Button>
    </>
  )
}

const defaultIntro =
  '엑셀 파일(.xlsx, .xls)이나 표를 저장한 텍스트 파일(.csv, .txt), 10MB 이하. 먼저 내용을 확인하고, 컬럼이 어느 항목인지 고친 뒤 가져올지 정합니다.'

function ChooseView(props: { step: Exclude<ImportStep, { name: 'checked' }>; intro: string; book: Book }) {
  const { step, intro, book } = props
  const unavailableText = useServerUnavailableText()
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
      <div className="flex flex-col items-start gap-3 text-ink-2">
        <p>{intro}</p>
        <p>내보낸 파일을 고쳐서 올리면 바뀐 셀을 먼저 보여 주고, 그 셀만 반영할 수 있습니다.</p>
        <TemplateButton book={book} />
      </div>
      {unavailableText === null ? null : (
        <p className="mt-3 text-warn">{unavailableText} 엑셀 가져오기는 서버에 연결되어야 할 수 있습니다.</p>
      )}
      {step.refusal ? (
        <p role="alert" className="mt-3 text-danger">
          {step.refusal}
        </p>
      ) : null}
    </>
  )
}

/**
 * 양식 다운로드: an empty sheet with the titles the import knows. Made on this device, so it works
 * without a network.
 */
function TemplateButton({ book: { label, fields } }: { book: Book }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')

  async function save() {
    setState('busy')
    try {
      const sheet = { name: label, columns: createTemplateColumns(fields) }
      const file = await writeOnDevice(sheet, new AbortController().signal, () => Promise.resolve(null))
      saveFile(buildTemplateFileNames(label.replaceAll(' ', '-')).korean, file)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button icon={<Download size={16} strokeWidth={1.5} />} isBusy={state === 'busy'} onClick={() => void save()}>
        양식 다운로드
      </Button>
      {state === 'failed' ? (
        <span role="alert" className="text-label text-danger">
          양식 파일을 만들지 못했습니다.
        </span>
      ) : null}
    </div>
  )
}

interface ImportSheetsProps {
  report: ImportReport
  /** Sheets already imported from this file. */
  imported: readonly string[]
  onSheet(name: string): void
}

/**
 * Shows which sheet of a workbook was read and which are left, and lets the user choose another.
 */
export function ImportSheets({ report: { sheets }, imported, onSheet }: ImportSheetsProps) {
  const readSheet = sheets.find((sheet) => sheet.is_read)
  if (sheets.length < 2 || readSheet === undefined) return null
  const otherSheets = sheets.filter(({ name, is_read }) => !is_read && !imported.includes(name))
  const waiting = otherSheets.filter((sheet) => sheet.has_titles)
  const sheetSuffix = ({ name, has_titles: hasTitles }: (typeof sheets)[number]) => {
    if (imported.includes(name)) return ' (가져옴)'
    return hasTitles ? '' : ' (제목 없음)'
  }
  return (
    <div className="flex flex-col gap-1">
      <Select
        label="시트"
        value={readSheet.name}
        choices={sheets.map((sheet) => ({ value: sheet.name, label: `${sheet.name}${sheetSuffix(sheet)}` }))}
        onValue={onSheet}
      />
      {waiting.length > 0 ? (
        <p role="status" className="text-label text-warn">
          ‘{readSheet.name}’ 시트만 읽었습니다. 제목이 같은 다른 시트({formatSheetNames(waiting)})는 이 시트를 가져온 뒤
          이어서 확인합니다.
        </p>
      ) : null}
      {waiting.length === 0 && otherSheets.length > 0 ? (
        <p className="text-label text-ink-2">다른 시트({formatSheetNames(otherSheets)})는 읽지 않았습니다.</p>
      ) : null}
    </div>
  )
}

/** The next sheet to check after these; null when none is left. */
function nextSheet({ sheets }: ImportReport, imported: readonly string[]): string | null {
  return sheets.find(({ name, has_titles }) => has_titles && !imported.includes(name))?.name ?? null
}

const maxNamedSheets = 5

function formatSheetNames(sheets: ImportReport['sheets']): string {
  const more = sheets.length > maxNamedSheets ? ` 외 ${sheets.length - maxNamedSheets}개` : ''
  return `${sheets
    .slice(0, maxNamedSheets)
    .map(({ name }) => name)
    .join(', ')}${more}`
}

interface ImportMissingProps {
  report: ImportReport
  /** Fields whose unknown names are to be created. */
  creates: readonly string[]
  onCreates(creates: readonly string[]): void
}

/** `등록되지 않은 사업구간 3개`: names in the rows that no record has, with a checkbox to create them. */
function ImportMissing({ report, creates, onCreates }: ImportMissingProps) {
  return report.missing.map((missing) => (
    <MissingNames
      key={missing.field}
      missing={missing}
      isChecked={creates.includes(missing.field)}
      onCheck={(isChecked) =>
        onCreates([...creates.filter((key) => key !== missing.field), ...(isChecked ? [missing.field] : [])])
      }
    />
  ))
}

const maxShownNames = 30

function MissingNames(props: {
  missing: ImportReport['missing'][number]
  isChecked: boolean
  onCheck(isChecked: boolean): void
}) {
  const { noun, names, reason } = props.missing
  const id = useId()
  const hiddenCount = names.length - maxShownNames
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-2 rounded-control border border-warn/40 bg-warn-wash p-3"
    >
      <h3 id={id} className="font-semibold text-warn">
        등록되지 않은 {noun} {formatNumber(names.length)}개
      </h3>
      <p className="max-h-24 overflow-auto text-table text-ink">
        {names.slice(0, maxShownNames).join(', ')}
        {hiddenCount > 0 ? ` 외 ${formatNumber(hiddenCount)}개` : ''}
      </p>
      {reason === null ? (
        <label className="flex items-center gap-2 coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-primary"
            checked={props.isChecked}
            onChange={(event) => props.onCheck(event.target.checked)}
          />
          이 {josa(noun, '을/를')} 새로 만들어 함께 가져오기
        </label>
      ) : (
        <p className="text-label text-ink-2">{reason}</p>
      )}
    </section>
  )
}
