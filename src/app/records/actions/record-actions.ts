import type { FieldValue } from '#contract/books/field.ts'
import { stoppedEditText } from '#domain/keeping/stopped-words.ts'
import type { Wording, WriteKind } from '#contract/books/wordings.ts'
import type { SourceRow } from '#contract/row-source.ts'
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

/** `셀 수정 (김가온)`, `붙여넣기 (12건)`, `붙여넣기 (3건 추가, 2건 수정)`: so an undo says what it took back. */
function actionLabel(name: string, edits: readonly ActionEdit[]): string {
  if (edits.length === 1) return `${name} (${edits[0]?.caption ?? ''})`
  return `${name} (${mixedText(edits.map(({ edit }) => edit.kind)) ?? countText(edits)})`
}

/** A paste of nothing but new rows adds. */
function countText(edits: readonly ActionEdit[]): string {
  return `${edits.length.toLocaleString('ko-KR')}건${kindOf(edits) === 'create' ? ' 추가' : ''}`
}

/** What is said of cells that were written: rows beyond the last one were made, not changed. */
function kindOf(edits: readonly ActionEdit[]): 'create' | 'update' {
  return edits.length > 0 && edits.every(({ edit }) => edit.kind === 'create') ? 'create' : 'update'
}

export interface RecordActions {
  /** `words` in place of the book's own: what saves several fields at once says so in another way. */
  edit(action: EditAction, words?: Wordings): Promise<EditOutcome>
  /** Makes a record of a form. Answers its id; null when it is refused or this device could not keep it (said in a toast). */
  add(fields: Values, said?: Said): Promise<string | null>
  /** Changes one record by a form: only what differs is written, so that what a colleague has changed meanwhile stays. False: as for `add`. */
  change(row: ShownRecord, values: Values, said?: Said): Promise<boolean>
  /** Opens the record's own window; says so where the browser blocks it. */
  popOut(row: SourceRow): void
  /** Asks, and deletes; true when it is gone. */
  remove(row: ShownRecord, asked?: Partial<ConfirmQuestion>): Promise<boolean>
  /** Asks, and deletes the ticked records as one action; true when they are gone. */
  removeChosen(chosen: ChosenRows, count: number): Promise<boolean>
  settleConflict(settlement: ConflictSettlement): Promise<void>
  /** A new record as the entry line makes one, after what is made along with it in the same action. */
  addAlong(draft: EntryDraft, along: readonly ActionEdit[]): Promise<EntryOutcome>
  entry: EntryLine
}

type Values = Readonly<Record<string, FieldValue>>
export type ShownRecord = Pick<SourceRow, 'record'> & Partial<Pick<SourceRow, 'joined' | 'stopped'>>

/** How one action is spoken of in place of the book's words. `canUndo`: its toast offers the way back. */
export type Said = Partial<Wording> & { readonly caption?: string; readonly canUndo?: true }

export interface ActionsDeps {
  book: RecordBook
  copy: OfflineCopy
  history: ActionHistory
  words: Wordings
  toasts: ToastTimes
  /** Called when something is kept, for a screen that shows its list anew. */
  onKept?(kind: WriteKind): void
  /** Takes the action back whose toast offered 되돌리기. */
  undoAction(actId: string): void
  /** Opens a record's own window; false when the browser blocked it. */
  openWindow(row: SourceRow): boolean
  /** How people speak of a record that is not made yet. */
  captionOfDraft(draft: EntryDraft): string
  /** Asked at the moment of use, because screens replace them. */
  toast(): ShowToast
  confirm(question: ConfirmQuestion): Promise<boolean>
}

/** What people do to a book. Each action is taken down in the outbox before it is called done. */
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

/** One edit per changed row, and the records to be made; or why one of them cannot be. */
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
  // The server would refuse it, and offline the refusal would come hours later.
  const pointing = await readPointing(deps.copy, collection, record.id)
  if (pointing.length > 0) return await deps.confirm(pointedNotice(description.noun, caption, pointing))
  const title = deleteQuestion(deps.book, { record, joined })
  const along = await deletesOfParts(deps.copy, collection, [record.id])
  // What the question names already is not said twice.
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

/** One edit as an action of its own, under the name its book gives such a step; `along`: what is done before it in the same act. */
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
  // One whose delete is already on its way is not deleted twice.
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
  /** Tried once more by itself: what the first try came to has been said. */
  isAgain?: boolean
  isForm?: boolean
  /** Whether the toast offers 되돌리기; absent: it does where the action deletes, or changes more than one record. */
  canUndo?: boolean
}

/** Says what became of an action. */
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
  // A form that is saved as it was is saved all the same; a cell that is left as it was is not spoken of.
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

/** Each changed row as it looked to whoever changed it: an edit before this one may still be on its way into the row. */
function changesByRow(action: EditAction): [SourceRow, Record<string, FieldValue>][] {
  return [...Map.groupBy(action.changes, ({ row }) => row)].map(([row, changes]) => {
    const seen = Object.fromEntries(changes.map(({ key, old }) => [key, old]))
    const wanted = Object.fromEntries(changes.map(({ key, new: value }) => [key, value]))
    return [{ ...row, record: { ...row.record, ...seen } }, wanted]
  })
}
