import { ChevronLeft, ChevronRight, Download, ExternalLink, Trash2, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type ActionEdit, performAction } from '#app/action-history/perform-action.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { useApi } from '#app/session/api.tsx'
import { saveFile } from '#app/ui/browser/save-file.ts'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { Button, Spinner } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { useNotifyShown } from '#app/ui/detail-panel/use-notify-shown.ts'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { ZoomedPicture } from '#app/ui/pictures/zoomed-picture.tsx'
import { isImeKey } from '#app/ui/text-editing/composition.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { Paper } from '#contract/books/papers.ts'
import type { WriteKind } from '#contract/books/wordings.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { stoppedEditText } from '#domain/retention/stopped-texts.ts'
import { formatDone, formatFailed } from '../actions/outcome-texts.ts'
import { useStoppedGate } from '../detail/stopped-gate.tsx'
import { announceExport } from '../export-reason/announce-export.ts'
import { useExportReasonPrompt } from '../export-reason/export-reason-dialog.tsx'
import { useOfflineCopy } from '../offline-copy/use-offline-copy.tsx'
import { getRecordBook, getRowCaption } from '../record-book.ts'
import { buildDelete, buildUpdate } from '../record-edits.ts'
import {
  extensionByType,
  formatPaperSize,
  getKindLabel,
  paperKinds,
  type PapersTarget,
  toPaper,
} from './paper-texts.ts'
import { type PaperFile, usePaperFile } from './use-paper-bytes.ts'

interface PaperViewerProps {
  rows: readonly SourceRow[]
  openId: string
  target: PapersTarget
  /** Null closes the viewer. */
  onOpen(id: string | null): void
}

/** One paper at full size with its description; arrow keys move to the neighbors. */
export function PaperViewer({ rows, openId, target, onOpen }: PaperViewerProps) {
  const preview = useRef<HTMLDivElement>(null)
  const index = rows.findIndex(({ id }) => id === openId)
  const row = rows[index]
  const gate = useStoppedGate(useOfflineCopy(), { collection: target.collection, id: openId, place: 'paper' })
  const gatePrompt = row ? gate.renderPrompt(row) : null
  useNotifyShown(gate, row && gatePrompt === null ? openId : undefined)
  // Deleted meanwhile.
  useEffect(() => {
    if (!row) onOpen(null)
  })
  if (!row) return null
  const paper = toPaper(row)
  const openRow = (to: SourceRow | undefined) => to && onOpen(to.id)
  function onArrowKey(event: KeyboardEvent) {
    if (isImeKey(event) || isTyping(event.target)) return
    if (event.key === 'ArrowLeft') openRow(rows[index - 1])
    if (event.key === 'ArrowRight') openRow(rows[index + 1])
  }
  return (
    <Dialog
      open
      width="wide"
      title={paper.name}
      initialFocus={preview}
      onClose={() => onOpen(null)}
      headActions={
        rows.length > 1 ? (
          <>
            <IconButton
              label="이전 서류"
              icon={<ChevronLeft size={18} strokeWidth={1.5} />}
              disabled={index === 0}
              onClick={() => openRow(rows[index - 1])}
            />
            <IconButton
              label="다음 서류"
              icon={<ChevronRight size={18} strokeWidth={1.5} />}
              disabled={index === rows.length - 1}
              onClick={() => openRow(rows[index + 1])}
            />
          </>
        ) : undefined
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys that bubble from its content */}
      <div className="flex flex-col gap-4" onKeyDown={onArrowKey}>
        <div ref={preview} tabIndex={-1} className="outline-none">
          {gatePrompt ??
            gate.within(<PaperPreview key={paper.content_id} paper={paper} target={target} canSave={!row.stopped} />)}
        </div>
        {gatePrompt ? null : (
          <PaperDetails
            key={row.id}
            row={row}
            target={target}
            onDeleted={() => onOpen(rows[index + 1]?.id ?? rows[index - 1]?.id ?? null)}
          />
        )}
      </div>
    </Dialog>
  )
}

/** In a text field the arrow keys move the caret. */
function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const
const maxZoom = 4

interface PaperPreviewProps {
  paper: Paper
  target: Pick<PapersTarget, 'collection'>
  /** False for a record under 처리정지: none of its files leave the app. */
  canSave: boolean
}

/** The file of a paper: a picture shown in place, or a PDF that opens in its own window. */
function PaperPreview({ paper, target, canSave }: PaperPreviewProps) {
  const confirmExport = useExportReasonPrompt()
  const copy = useOfflineCopy()
  const api = useApi()
  const toast = useToast()
  const { read: paperFile, retry: reload } = usePaperFile(paper)
  const [zoom, setZoom] = useState(1)
  if (paperFile.kind !== 'shown') return <PaperUnavailable kind={paperFile.kind} onRetry={reload} />
  const { file, url } = paperFile
  const isPdf = paper.media_type === 'application/pdf'
  async function save(blob: Blob, name: string) {
    const scope = `‘${name}’ 파일 1개를 저장합니다.`
    const exportTerms = await confirmExport({ title: '파일로 저장', actionName: '저장', scope, canUnmask: false })
    if (!exportTerms) return
    const about = { place: 'paper', reason: exportTerms.reason } as const
    const outcome = await announceExport({ api, copy }, { collection: target.collection, recordId: paper.id, about })
    if (outcome === 'done') saveFile(name, blob)
    else if (outcome === 'failed') toast.error('파일을 저장하지 못했습니다. 다시 시도해 주세요.')
  }
  const fileName = `${paper.name}.${extensionByType[paper.media_type] ?? 'bin'}`
  return (
    <div className="flex flex-col gap-2">
      {isPdf ? null : <ZoomedPicture url={url} zoom={zoom} label={paper.name} onZoom={setZoom} />}
      <div className="flex flex-wrap items-center gap-2">
        {isPdf ? (
          <a href={url} target="_blank" rel="noreferrer" className={buildButtonClass('primary')}>
            <ExternalLink {...icon} />
            PDF 열기
          </a>
        ) : (
          <>
            <IconButton
              label="축소"
              icon={<ZoomOut {...icon} />}
              disabled={zoom <= 1}
              onClick={() => setZoom(Math.max(1, zoom - 0.5))}
            />
            <IconButton
              label="확대"
              icon={<ZoomIn {...icon} />}
              disabled={zoom >= maxZoom}
              onClick={() => setZoom(Math.min(maxZoom, zoom + 0.5))}
            />
          </>
        )}
        {canSave ? (
          <Button icon={<Download {...icon} />} onClick={() => void save(file, fileName)}>
            파일로 저장
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function PaperUnavailable({ kind, onRetry }: { kind: Exclude<PaperFile['kind'], 'shown'>; onRetry(): void }) {
  return (
    <div className="flex min-h-40 flex-col items-center justify-center gap-3 rounded-control bg-paper-sunk p-6 text-center text-ink-2">
      {kind === 'loading' ? <Spinner label="불러오는 중" /> : <p role="status">{missingTexts[kind]}</p>}
      {kind === 'needs_factor' ? <Button onClick={onRetry}>2단계 인증하고 열기</Button> : null}
    </div>
  )
}

const missingTexts = {
  not_whole: '아직 전송되지 않은 파일입니다. 추가한 기기가 연결되면 자동으로 전송됩니다.',
  needs_factor: '이 파일을 열려면 2단계 인증이 필요합니다.',
  unreachable: '이 기기에 없는 파일입니다. 연결되면 불러옵니다.',
}

interface PaperDetailsProps {
  row: SourceRow
  target: PapersTarget
  onDeleted(): void
}

/** Description of a paper, edited in place. Saves when a field loses the focus. */
function PaperDetails({ row, target, onDeleted }: PaperDetailsProps) {
  const paper = toPaper(row)
  const { change, remove } = usePaperActions(target)
  const choices = paperKinds.map(({ value, label }) => ({ value, label }))
  const isLocked = row.stopped === 'locked'
  return (
    <fieldset disabled={isLocked} className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {isLocked ? <p className="text-ink-2 sm:col-span-2">{stoppedEditText}</p> : null}
      <EditableText
        label="제목"
        maxLength={200}
        value={paper.name}
        onSave={(name) => void change(row, { name })}
        isRequired
      />
      <Select
        label="종류"
        value={paper.paper_kind}
        choices={choices}
        onValue={(paperKind) => void change(row, { paper_kind: paperKind })}
      />
      <div className="sm:col-span-2">
        <EditableText
          label="메모"
          maxLength={1000}
          value={paper.memo ?? ''}
          onSave={(memo) => void change(row, { memo: memo || null })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
        <p className="tabular mr-auto text-label text-ink-3">
          {getKindLabel(paper)} · {formatPaperSize(paper.size)}
        </p>
        <Button
          tone="transparent"
          className="text-danger"
          icon={<Trash2 size={16} strokeWidth={1.5} aria-hidden />}
          onClick={() => void remove(row).then((isDone) => isDone && onDeleted())}
        >
          서류 삭제
        </Button>
      </div>
    </fieldset>
  )
}

interface EditableTextProps {
  label: string
  value: string
  maxLength: number
  isRequired?: boolean
  onSave(text: string): void
}

/** A text saved on blur or Enter. Shows a colleague's change unless the user is typing here. */
function EditableText({ label, value, maxLength, isRequired, onSave }: EditableTextProps) {
  const [typed, setTyped] = useState<string | null>(null)
  function settle() {
    const text = typed?.trim()
    setTyped(null)
    const isMissing = isRequired === true && text === ''
    if (text !== undefined && text !== value && !isMissing) onSave(text)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!isImeKey(event) && event.key === 'Enter') settle()
  }
  return (
    <TextField
      label={label}
      maxLength={maxLength}
      onKeyDown={onKeyDown}
      {...(isRequired && { isRequired })}
      value={typed ?? value}
      onValue={setTyped}
      onBlur={settle}
    />
  )
}

/**
 * Edits and deletes an existing paper: stored in the outbox, confirmed by a toast, undone by the
 * toast or the screen's 실행 취소. The file isn't touched, so an undo restores everything.
 */
function usePaperActions({ collection, historyId }: PapersTarget) {
  const copy = useOfflineCopy()
  const toast = useToast()
  const history = useActionHistory(copy, historyId)
  const { undoIfNewest } = useHistoryCommands({ history, source: null, collection, toast })
  const book = getRecordBook(collection)
  const { wordings } = book

  async function performEdit(kind: WriteKind, edit: ActionEdit): Promise<boolean> {
    const label = `${wordings[kind].step} (${edit.caption})`
    const { actionId, failure } = await performAction({ copy, history }, { label, edits: [edit] })
    if (failure !== null) {
      toast.error(formatFailed(wordings, kind, failure))
      return false
    }
    const isOnline = copy.getStatus().connection === 'online'
    toast.success(formatDone(wordings, kind, { subject: edit.caption, isOnline }), {
      action: { label: '되돌리기', onSelect: () => undoIfNewest(actionId) },
    })
    return true
  }

  return {
    async change(row: SourceRow, values: Record<string, FieldValue>): Promise<boolean> {
      const result = buildUpdate(book, row, values)
      if ('refusal' in result) {
        toast.error(result.refusal)
        return false
      }
      return performEdit('update', { edit: result.edit, record: row.record, caption: getRowCaption(book, row) })
    },
    remove: (row: SourceRow) =>
      performEdit('delete', { edit: buildDelete(book, row), record: row.record, caption: getRowCaption(book, row) }),
  }
}
