import { ChevronDown, FileText } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { bookToast } from '#app/records/actions/outcome-texts.ts'
import type { SelectionAction } from '#app/records/screen/selection-actions.tsx'
import type { ScreenState } from '#app/records/screen/use-screen-state.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import type { RowAction } from '#app/ui/data-table/data-table-props.ts'
import { UnbrokenMarks } from '#app/ui/display/unbroken-marks.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { Menu } from '#app/ui/overlays/menu.tsx'
import {
  type LetterTemplate,
  maxLetterCases,
  type OfficialLetter,
  type SavedLetter,
} from '#contract/deposit-cases/deposit-cases.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import {
  fillLetter,
  findEmptyCells,
  findUnfilledFields,
  formatUnfilled,
  type LetterTexts,
} from '#domain/deposit-cases/letter-fields.ts'
import { stoppedDocumentText } from '#domain/retention/stopped-texts.ts'
import { listProjectNames, type ProjectLetter } from './letter-drafts.ts'
import { LetterLine, LetterList, LetterPreview, LetterPreviewActions, SaveButton } from './letter-preview.tsx'
import { useLetterTemplates } from './letter-templates.ts'
import { LetterTextArea, TemplateDialog } from './template-dialog.tsx'
import { type LetterForm, offlineReason, useLetterForm } from './use-letter-form.ts'

interface LetterDialogProps {
  /** The cases the letter is about. */
  rows: readonly SourceRow[]
  onClose(): void
}

/**
 * 공문 작성: a new letter about one or several cases, or a correction. The same window shows the form
 * and the printed page, before and after saving.
 */
function LetterDialog({ rows, onClose }: LetterDialogProps) {
  const form = useLetterForm(rows)
  const body = useRef<HTMLTextAreaElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const { shownLetter } = form
  return (
    <Dialog
      open
      width="wide"
      isSticky={form.isWritten}
      title="공문 작성"
      description={describeCases(rows)}
      onClose={onClose}
      initialFocus={body}
      actions={
        shownLetter ? (
          <LetterPreviewActions
            key={shownLetter.letter?.id ?? 'draft'}
            form={form}
            shownLetter={shownLetter}
            frame={frame}
            onClose={onClose}
          />
        ) : (
          <LetterActions form={form} onClose={onClose} />
        )
      }
    >
      {shownLetter ? (
        <LetterPreview form={form} shownLetter={shownLetter} frame={frame} />
      ) : (
        <LetterFields form={form} rows={rows} body={body} />
      )}
    </Dialog>
  )
}

interface LetterFieldsProps {
  form: LetterForm
  rows: readonly SourceRow[]
  body: React.RefObject<HTMLTextAreaElement | null>
}

function LetterFields({ form, rows, body }: LetterFieldsProps) {
  const isSplit = form.draft.projects !== null
  return (
    <div className="mt-3 grid gap-x-6 gap-y-5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-3">
        <LetterNotices form={form} />
        <Templates form={form} />
        <AddresseeFields form={form} />
        <TextField
          label="제목"
          isRequired
          maxLength={200}
          value={form.draft.title}
          onValue={(title) => form.changeText({ title })}
          error={form.errors.title}
        />
        <LetterTextArea
          area={body}
          value={form.draft.content}
          onValue={(content) => form.changeText({ content })}
          error={form.errors.content}
          textForField={(name) => (isSplit ? undefined : form.values.get(name)) ?? `{${name}}`}
        />
        <UnfilledFieldsNote
          letters={form.outgoing}
          values={isSplit ? new Map() : form.values}
          count={rows.length}
          onFill={form.fillFields}
        />
        <EmptyCellsNote letters={form.outgoing} rows={rows} />
      </div>
      {rows.length > 1 ? (
        <LetterCases
          rows={rows}
          projects={form.draft.projects}
          savedLetters={form.savedLetters}
          onToggle={() => void form.toggleProjects()}
          onOpen={(letter) => void form.open(letter)}
        />
      ) : (
        <LetterList
          letters={form.letters}
          onOpen={(letter) => void form.open(letter)}
          onCorrect={(letter) => void form.startCorrection(letter)}
        />
      )}
    </div>
  )
}

/** 수신 and 참조, proposed from the 관리자 of the project. */
function AddresseeFields({ form: { addressees, errors, changeText } }: { form: LetterForm }) {
  if (!addressees) return null
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        label="수신"
        isRequired
        maxLength={100}
        value={addressees.recipient}
        onValue={(recipient) => changeText({ recipient })}
        error={errors.recipient}
      />
      <TextField
        label="참조"
        maxLength={150}
        value={addressees.reference}
        onValue={(reference) => changeText({ reference })}
        error={errors.reference}
      />
    </div>
  )
}

function LetterActions({ form, onClose }: { form: LetterForm; onClose(): void }) {
  const { isOffline, letters } = form
  return (
    <>
      <Button onClick={onClose}>닫기</Button>
      <Button
        disabledReason={isOffline ? '미리보기는 서버에서 만들므로 연결되어 있을 때 볼 수 있습니다.' : undefined}
        onClick={() => void form.preview()}
      >
        미리보기
      </Button>
      <SaveButton isOffline={isOffline} letters={letters} save={form.save} />
    </>
  )
}

function LetterNotices({ form: { isOffline, draft, giveUpCorrection } }: { form: LetterForm }) {
  const { corrects } = draft
  return (
    <>
      {isOffline ? (
        <p role="status" className="rounded-control bg-warn-wash px-3 py-2 text-warn">
          {`${offlineReason} 입력한 내용은 이 창을 닫아도 그대로 남아 있습니다.`}
        </p>
      ) : null}
      {corrects ? (
        <p
          role="status"
          className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-info-wash px-3 py-2 text-info"
        >
          {`${corrects.document_number}의 정정 제${corrects.version + 1}판을 씁니다. 이전 판은 그대로 남습니다.`}
          <Button size="sm" onClick={() => void giveUpCorrection()}>
            정정 취소
          </Button>
        </p>
      ) : null}
    </>
  )
}

function Templates({ form }: { form: LetterForm }) {
  const templates = useLetterTemplates()
  const [isManaging, setIsManaging] = useState(false)
  return (
    <div>
      <TemplateMenu
        templates={templates.all}
        onChoose={(template) => void form.startFromTemplate(template)}
        onManage={() => setIsManaging(true)}
      />
      {isManaging ? <TemplateDialog templates={templates} onClose={() => setIsManaging(false)} /> : null}
    </div>
  )
}

/** The case that the letter is about; for several cases, their project and number. */
function describeCases(rows: readonly SourceRow[]): string {
  const [first] = rows
  const keys =
    rows.length > 1 ? ['business_section'] : ['business_section', 'business_manager', 'owner_name', 'address']
  const recordValues = keys.map((key) => first?.record[key])
  const subtitleTexts = recordValues.filter((part) => typeof part === 'string' && part !== '')
  return [...subtitleTexts, ...(rows.length > 1 ? [`사건 ${formatNumber(rows.length)}건`] : [])].join(' · ')
}

interface UnfilledFieldsNoteProps {
  /** Each letter as it would be printed. */
  letters: readonly LetterTexts[]
  values: ReadonlyMap<string, string>
  /** Number of cases in the letter. */
  count: number
  onFill(): void
}

/** Lists unfilled placeholders: because the case has no value, or because no such field exists. */
function UnfilledFieldsNote({ letters, values, count, onFill }: UnfilledFieldsNoteProps) {
  const text = letters.map(({ title, content }) => `${title}\n${content}`).join('\n')
  const unfilled = findUnfilledFields(text)
  const placeholderTexts = (isKnownField: boolean) =>
    unfilled.filter(({ isField }) => isField === isKnownField).map(({ name }) => `{${name}}`)
  const [empty, unknown] = [
    placeholderTexts(true).filter((placeholder) => fillLetter(placeholder, values) === placeholder),
    placeholderTexts(false),
  ]
  const canFill = fillLetter(text, values) !== text
  if (unfilled.length === 0) return null
  return (
    <div role="status" className="flex flex-col items-start gap-1.5 rounded-control bg-warn-wash px-3 py-2 text-warn">
      {empty.length > 0 ? <p>{formatUnfilled(empty, count)}</p> : null}
      {unknown.length > 0 ? <p>사건에 없는 항목입니다: {unknown.join(', ')}</p> : null}
      {canFill ? (
        <Button size="sm" onClick={onFill}>
          사건의 값으로 채우기
        </Button>
      ) : null}
    </div>
  )
}

/** Says which cells of the tables will be printed empty. */
function EmptyCellsNote({ letters, rows }: { letters: readonly OfficialLetter[]; rows: readonly SourceRow[] }) {
  const counts = new Map<string, number>()
  for (const { content, deposition, more_cases: more = [] } of letters) {
    const records = rows.filter(({ id }) => id === deposition || more.includes(id)).map(({ record }) => record)
    for (const { name, count } of findEmptyCells(content, records)) counts.set(name, (counts.get(name) ?? 0) + count)
  }
  if (counts.size === 0) return null
  const texts = [...counts].map(([name, count]) => `${name} ${formatNumber(count)}건`)
  return (
    <p role="status" className="rounded-control bg-warn-wash px-3 py-2 text-warn">
      {`사건에 값이 없어 표에 빈칸으로 인쇄됩니다: ${texts.join(', ')}`}
    </p>
  )
}

interface TemplateMenuProps {
  templates: readonly LetterTemplate[]
  onChoose(template: LetterTemplate): void
  onManage(): void
}

/** Starts the letter from a template, or opens the templates. */
function TemplateMenu({ templates, onChoose, onManage }: TemplateMenuProps) {
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm">
          서식으로 작성 <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
        </Button>
      }
      entries={[
        ...templates.map((template) => ({ label: template.name, onSelect: () => onChoose(template) })),
        ...(templates.length > 0 ? (['rule'] as const) : []),
        { label: '서식 관리', onSelect: onManage },
      ]}
    />
  )
}

interface LetterCasesProps {
  rows: readonly SourceRow[]
  /** Null: one letter about all cases. */
  projects: readonly ProjectLetter[] | null
  /** Saved in this window. */
  savedLetters: readonly SavedLetter[]
  onToggle(): void
  onOpen(letter: SavedLetter): void
}

/**
 * The cases listed in a letter, in order. For cases of several projects, also names the client that
 * receives the letter, and offers one letter per project.
 */
export function LetterCases({ rows, projects, savedLetters, onToggle, onOpen }: LetterCasesProps) {
  const saved = projects?.flatMap((letter) => letter.saved ?? []) ?? []
  return (
    <section aria-label="공문에 담을 사건" className="min-w-0">
      <h3 className="text-label font-semibold text-ink-2">공문에 담을 사건 {formatNumber(rows.length)}건</h3>
      <ProjectChoice
        names={listProjectNames(rows)}
        isSplit={projects !== null}
        onToggle={saved.length === 0 ? onToggle : null}
      />
      <SavedLetters letters={saved.length > 0 ? saved : savedLetters} onOpen={onOpen} />
      <ol className="mt-1 max-h-[52dvh] list-inside list-decimal overflow-auto">
        {rows.map(({ id, record }) => (
          <li key={id} className="border-b py-1.5">
            <UnbrokenMarks text={String(record['owner_name'] ?? '')} />
            <span className="block text-label text-ink-3">{String(record['address'] ?? '')}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface ProjectChoiceProps {
  names: readonly string[]
  isSplit: boolean
  /** Null once some of the letters are saved. */
  onToggle: (() => void) | null
}

function ProjectChoice({ names, isSplit, onToggle }: ProjectChoiceProps) {
  if (names.length < 2) return null
  const count = formatNumber(names.length)
  return (
    <div
      className={`mt-2 flex flex-col items-start gap-1.5 rounded-control px-3 py-2 ${isSplit ? 'bg-info-wash text-info' : 'bg-warn-wash text-warn'}`}
    >
      <p role="status">
        {isSplit
          ? `사업구간마다 한 통씩 ${count}통을 만듭니다. 본문의 {사업구간} 같은 자리는 통마다 그 사건의 값으로 채워지고, 미리보기에는 첫 통이 나옵니다.`
          : `사업구간이 서로 다른 사건입니다. 수신은 ‘${names[0] ?? ''}’의 발주처로 제안합니다.`}
      </p>
      {onToggle ? (
        <Button size="sm" onClick={onToggle}>
          {isSplit ? '한 통으로 만들기' : `사업구간별로 ${count}통 만들기`}
        </Button>
      ) : null}
    </div>
  )
}

function SavedLetters({ letters, onOpen }: { letters: readonly SavedLetter[]; onOpen(letter: SavedLetter): void }) {
  if (letters.length === 0) return null
  return (
    <ul aria-label="저장된 공문" className="mt-1">
      {letters.map((letter) => (
        <li key={letter.id} className="border-b py-2">
          <LetterLine letter={letter} onOpen={() => onOpen(letter)} />
        </li>
      ))}
    </ul>
  )
}

/** 공문 for one case, from its row or panel, and for all selected ones, from the toolbar. */
interface LetterCommands {
  readonly openForRow: RowAction
  readonly openForSelection: SelectionAction
}

/** Wraps a table of cases and opens the letter window over it. */
export function LetterWriting({
  screen,
  children,
}: {
  screen: ScreenState
  children(actions: LetterCommands): ReactNode
}) {
  const [letterRows, setLetterRows] = useState<readonly SourceRow[] | null>(null)
  // The server refuses letters about a case whose processing is stopped.
  const openForRow = (row: SourceRow) => (row.stopped ? screen.toast.error(stoppedDocumentText) : setLetterRows([row]))
  const openForSelection = (rows: readonly SourceRow[]) => {
    if (rows.length > maxLetterCases) return screen.toast.warning(tooMany, bookToast)
    if (rows.length > 0) setLetterRows(rows)
  }
  return (
    <>
      {children({
        openForRow: { key: 'letter', label: '공문 작성', icon, run: openForRow },
        openForSelection: { key: 'letter', label: '선택 공문', icon, run: openForSelection },
      })}
      {letterRows ? <LetterDialog rows={letterRows} onClose={() => setLetterRows(null)} /> : null}
    </>
  )
}

const icon = <FileText size={16} strokeWidth={1.5} aria-hidden />
const tooMany = `공문 하나에는 ${maxLetterCases}건까지 담을 수 있습니다. 나누어 선택해 주세요.`
