import type { FieldValue } from '#contract/books/field.ts'
import { stoppedEditText } from '#domain/keeping/stopped-words.ts'
import type { Wording, WriteKind } from '#contract/books/wordings.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { newId } from '#mirror/new-id.ts'
import type { Edit, OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { performAction, type ActionEdit, type Performed } from '#app/action-history/perform-action.ts'
import type { ChosenRows } from '#app/ui/bulk-edit/bulk-edit-props.ts'
import type { ConfirmQuestion } from '#app/ui/overlays/confirm.tsx'
import type { ConflictSettlement, EntryLine, EntryOutcome } from '#app/ui/data-table/data-table-props.ts'
import type { EditAction, EditOutcome, EntryDraft } from '#app/ui/data-table/editing/edit-action.ts'
import type { ShowToast } from '#app/ui/overlays/toast.tsx'
import {
  bookToast,
  doneText,
  doneToSeveralText,
  failedText,
  mixedText,
  unkeptText,
  waitingNote,
  type ToastTimes,
} from './outcome-words.ts'
import type { Wordings } from '#contract/books/wordings.ts'
import { deletesOfParts, namesNotice, partsNotice } from './delete-parts.ts'
import { pointedNotice, readPointing } from './pointing-records.tsx'
import { captionOfRow, deleteQuestion, draftFollowing, type RecordBook } from '../record-book.ts'
import { recordCreate, recordDelete, recordUpdate } from '../record-edits.ts'

const actionNames: Record<EditAction['kind'], string> = {
  cell: '셀 수정',
  clear: '셀 지우기',
  paste: '붙여넣기',
  fill: '채우기',
  bulk: '일괄 수정',
}

/** Label of an action for the undo: `셀 수정 (김가온)`, `붙여넣기 (12건)`, `붙여넣기 (3건 추가, 2건 수정)`. */
function actionLabel(name: string, edits: readonly ActionEdit[]): string {
  if (edits.length === 1) return `${name} (${edits[0]?.caption ?? ''})`
  return `${name} (${mixedText(edits.map(({ edit }) => edit.kind)) ?? countText(edits)})`
}

/** A paste of new rows only counts as adding. */
function countText(edits: readonly ActionEdit[]): string {
  return `${edits.length.toLocaleString('ko-KR')}건${kindOf(edits) === 'create' ? ' 추가' : ''}`
}

/**
 * Kind for the success text. Written cells may all be in new rows, which are created and not
 * changed.
 */
function kindOf(edits: readonly ActionEdit[]): 'create' | 'update' {
  return edits.length > 0 && edits.every(({ edit }) => edit.kind === 'create') ? 'create' : 'update'
}

export interface RecordActions {
  /** `words` replaces the book's own words, for saving several fields at once. */
  edit(action: EditAction, words?: Wordings): Promise<EditOutcome>
  /**
   * Creates a record from a form. Returns its id; null when it is refused or this device can't keep
   * it (shown in a toast).
   */
  add(fields: Values, said?: Said): Promise<string | null>
  /**
   * Changes one record from a form. Writes only the differences, so that a colleague's changes
   * stay. False: as null for `add`.
   */
  change(row: ShownRecord, values: Values, said?: Said): Promise<boolean>
  /** Opens the record's own window; says so when the browser blocks it. */
  popOut(row: SourceRow): void
  /** Asks, then deletes. True when deleted. */
  remove(row: ShownRecord, asked?: Partial<ConfirmQuestion>): Promise<boolean>
  /** Asks, then deletes the selected records as one action. True when deleted. */
  removeChosen(chosen: ChosenRows, count: number): Promise<boolean>
  settleConflict(settlement: ConflictSettlement): Promise<void>
  /**
   * Creates a record as the entry row does, after the edits in `along`, which belong to the same
   * action.
   */
  addAlong(draft: EntryDraft, along: readonly ActionEdit[]): Promise<EntryOutcome>
  entry: EntryLine
}

type Values = Readonly<Record<string, FieldValue>>
export type ShownRecord = Pick<SourceRow, 'record'> & Partial<Pick<SourceRow, 'joined' | 'stopped'>>

/** Words for one action instead of the book's. `canUndo`: its toast offers 되돌리기. */
export type Said = Partial<Wording> & { readonly caption?: string; readonly canUndo?: true }

export interface ActionsDeps {
  book: RecordBook
  copy: OfflineCopy
  history: ActionHistory
  words: Wordings
  toasts: ToastTimes
  /** Called when something has been kept, for screens that reload their list. */
  onKept?(kind: WriteKind): void
  /** Undoes the action whose toast offered 되돌리기. */
  undoAction(actId: string): void
  /** Opens a record's own window; false when the browser blocked it. */
  openWindow(row: SourceRow): boolean
  /** Name of a record that doesn't exist yet. */
  captionOfDraft(draft: EntryDraft): string
  /** Read at the time of use, because screens replace it. */
  toast(): ShowToast
  confirm(question: ConfirmQuestion): Promise<boolean>
}

/** User actions on a book. Each is stored in the outbox before it is reported as done. */
export function createRecordActions(deps: ActionsDeps): RecordActions {
  return {
    async edit(action, words = deps.words) {
      const edits = editsOfAction(deps, action)
      if ('refusal' in edits) return refuse(deps, edits.refusal)
      const performed = await performAction(deps, { label: actionLabel(actionNames[action.kind], edits), edits })
      return reportOutcome(
        { ...deps, words },
        { kind: kindOf(edits), edits, performed, isAgain: action.isAgain === true },
      )
    },
    add: (fields, said) => addRecord(deps, fields, said),
    change: (row, values, said) => changeRecord(deps, row, { values, said }),
    popOut: (row) => {
      if (!deps.openWindow(row)) deps.toast().warning('팝업 차단을 해제해 주세요.', bookToast)
    },
    remove: (row, asked) => removeRecord(deps, row, asked),
    removeChosen: (chosen, count) => removeChosen(deps, chosen, count),
    settleConflict: ({ opId, key, choice }) => deps.copy.outbox.resolveConflict(opId, { [key]: choice }),
    addAlong: (draft, along) => addRow(deps, draft, along),
    entry: {
      onAdd: (draft) => addRow(deps, draft),
      derive: (draft, changedKey) => draftFollowing(deps.book, draft, changedKey),
    },
  }
}

/** One edit per changed row, plus the new records; or the reason why one of them can't be made. */
function editsOfAction(deps: ActionsDeps, action: EditAction): ActionEdit[] | { refusal: string } {
  const edits: ActionEdit[] = []
  for (const [row, changes] of changesByRow(action)) {
    if (row.stopped === 'locked') return { refusal: stoppedEditText }
    const made = recordUpdate(deps.book, row, changes)
    if ('refusal' in made) return made
    edits.push({ edit: made.edit, record: row.record, caption: captionOfRow(deps.book, row) })
  }
  for (const draft of action.newRows ?? []) {
    const made = recordCreate(deps.book, newId(), { ...draft })
    if ('refusal' in made) return made
    edits.push(asMade(made.edit, deps.captionOfDraft(draft)))
  }
  return edits
}

async function addRecord(deps: ActionsDeps, fields: Values, said: Said = {}): Promise<string | null> {
  const id = newId()
  const made = recordCreate(deps.book, id, { ...fields })
  if ('refusal' in made) return refuse(deps, made.refusal) && null
  const caption = said.caption ?? deps.captionOfDraft(fields)
  return (await keepOne(deps, asMade(made.edit, caption), said)) ? id : null
}

async function changeRecord(
  deps: ActionsDeps,
  { record, joined = {}, stopped }: ShownRecord,
  { values, said = {} }: { values: Values; said: Said | undefined },
): Promise<boolean> {
  if (stopped === 'locked') return !refuse(deps, stoppedEditText)
  const made = recordUpdate(deps.book, { record, joined }, { ...values })
  if ('refusal' in made) return !refuse(deps, made.refusal)
  const caption = said.caption ?? deps.book.rules.captionOf(record, joined)
  return await keepOne(deps, { edit: made.edit, record, caption }, said)
}

async function removeRecord(
  deps: ActionsDeps,
  { record, joined = {}, stopped }: ShownRecord,
  asked: Partial<ConfirmQuestion> = {},
): Promise<boolean> {
  if (stopped === 'locked') return !refuse(deps, stoppedEditText)
  const { collection, description } = deps.book
  const caption = deps.book.rules.captionOf(record, joined)
  // The server would refuse the delete; offline, that would only be known hours later.
  const pointing = await readPointing(deps.copy, collection, record.id)
  if (pointing.length > 0) return await deps.confirm(pointedNotice(description.noun, caption, pointing))
  const title = deleteQuestion(deps.book, { record, joined })
  const along = await deletesOfParts(deps.copy, collection, [record.id])
  // Leave out the name if the title already has it.
  const message = [title.includes(caption) ? null : caption, partsNotice(along)].filter((text) => text !== null)
  const isSure = await deps.confirm({
    title,
    ...(message.length > 0 && { message: message.join('\n') }),
    confirmLabel: '삭제',
    isDestructive: true,
    ...asked,
  })
  const gone = { edit: recordDelete(deps.book, { record, joined }), record, caption }
  return isSure && (await keepOne(deps, gone, { canUndo: true, along }))
}

/**
 * Performs one edit as an action of its own, labelled in the book's words. `along`: edits done
 * before it in the same action.
 */
async function keepOne(
  deps: ActionsDeps,
  edit: ActionEdit,
  { canUndo, along = [], ...said }: Said & { along?: readonly ActionEdit[] },
): Promise<boolean> {
  const { kind } = edit.edit
  const words = { ...deps.words, [kind]: { ...deps.words[kind], ...said } }
  const edits = [edit]
  const label = actionLabel(words[kind].step, edits)
  const performed = await performAction(deps, { label, edits: [...along, ...edits] })
  const told = { kind, edits, performed, canUndo: canUndo ?? kind === 'delete', isForm: true }
  return reportOutcome({ ...deps, words }, told) === undefined
}

async function removeChosen(deps: ActionsDeps, chosen: ChosenRows, count: number): Promise<boolean> {
  const read: SourceRow[] = []
  await chosen.read((chunk) => read.push(...chunk), new AbortController().signal)
  if (read.some(({ stopped }) => stopped === 'locked')) return !refuse(deps, stoppedEditText)
  // Skip records whose delete is already waiting.
  const rows = read.filter(({ state }) => state !== 'deleted')
  const along = await deletesOfParts(
    deps.copy,
    deps.book.collection,
    rows.map(({ record }) => record.id),
  )
  const isSure = await deps.confirm({
    title: `선택한 ${count.toLocaleString('ko-KR')}건을 삭제하시겠습니까?`,
    message: [namesNotice(deps.book, rows), partsNotice(along), '삭제한 뒤에도 되돌리기로 되살릴 수 있습니다.']
      .filter((text) => text !== null)
      .join('\n'),
    confirmLabel: '삭제',
    isDestructive: true,
  })
  return isSure && (await removeRows(deps, rows, along))
}

async function removeRows(
  deps: ActionsDeps,
  rows: readonly SourceRow[],
  along: readonly ActionEdit[],
): Promise<boolean> {
  const edits = rows.map((row) => ({
    edit: recordDelete(deps.book, row),
    record: row.record,
    caption: captionOfRow(deps.book, row),
  }))
  const label = actionLabel(deps.words.delete.step, edits)
  const performed = await performAction(deps, { label, edits: [...along, ...edits] })
  return reportOutcome(deps, { kind: 'delete', edits, performed }) === undefined
}

async function addRow(deps: ActionsDeps, draft: EntryDraft, along: readonly ActionEdit[] = []): Promise<EntryOutcome> {
  const made = recordCreate(deps.book, newId(), { ...draft })
  if ('refusal' in made) {
    deps.toast().error(made.refusal, bookToast)
    return { message: made.refusal, fields: made.fields }
  }
  const edits = [asMade(made.edit, deps.captionOfDraft(draft))]
  const label = actionLabel(deps.words.create.step, edits)
  const performed = await performAction(deps, { label, edits: [...along, ...edits] })
  return reportOutcome(deps, { kind: 'create', edits, performed })
}

function asMade(edit: Edit, caption: string): ActionEdit {
  return { edit: { ...edit, caption }, record: null, caption }
}

function refuse(deps: ActionsDeps, reason: string): { message: string } {
  deps.toast().error(reason)
  return { message: reason }
}

interface Told {
  kind: Edit['kind']
  edits: readonly ActionEdit[]
  performed: Performed
  /** An automatic repeat; the first attempt has already been reported. */
  isAgain?: boolean
  isForm?: boolean
  /**
   * Whether the toast offers 되돌리기. By default for deletes and for actions on more than one record.
   */
  canUndo?: boolean
}

/** Reports the outcome of an action in a toast. */
function reportOutcome(deps: ActionsDeps, told: Told): EditOutcome {
  const {
    kind,
    edits,
    performed,
    isAgain = false,
    isForm = false,
    canUndo = kind === 'delete' || edits.length > 1,
  } = told
  const { actId, kept, failure, unkept } = performed
  const undo = { action: { label: '되돌리기', onSelect: () => deps.undoAction(actId) } }
  if (failure !== null) {
    const rest =
      kept > 0
        ? ` ${edits.length.toLocaleString('ko-KR')}건 중 ${kept.toLocaleString('ko-KR')}건은 저장되었습니다.`
        : ''
    if (!isAgain || kept > 0) deps.toast().error(failedText(deps.words, kind, failure + rest), kept > 0 ? undo : {})
    const standsInCells = kind === 'update' && unkept.length > 0
    return standsInCells ? { message: unkeptText(failure), unkept } : { message: failure }
  }
  // Saving an unchanged form is confirmed; leaving a cell unchanged is not.
  if (kept === 0 && !isForm) return
  const isOnline = deps.copy.getStatus().connection === 'online'
  const [first] = edits
  const mixed = mixedText(edits.map(({ edit }) => edit.kind))
  const said =
    edits.length > 1
      ? doneToSeveralText(deps.words, kind, { count: edits.length, isOnline })
      : doneText(deps.words, kind, { subject: first?.caption ?? '', isOnline })
  const { toasts } = deps
  deps
    .toast()
    .success(mixed ? mixed + waitingNote(isOnline) : said, canUndo ? { ...toasts.undo, ...undo } : toasts.done)
  deps.onKept?.(kind)
}

/**
 * Each changed row as the user saw it, because an earlier edit may not have reached the row yet.
 */
function changesByRow(action: EditAction): [SourceRow, Record<string, FieldValue>][] {
  return [...Map.groupBy(action.changes, ({ row }) => row)].map(([row, changes]) => {
    const seen = Object.fromEntries(changes.map(({ key, old }) => [key, old]))
    const wanted = Object.fromEntries(changes.map(({ key, new: value }) => [key, value]))
    return [{ ...row, record: { ...row.record, ...seen } }, wanted]
  })
}
