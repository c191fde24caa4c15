import type { ActionHistory } from '#app/action-history/action-history.ts'
import { type ActionEdit, type ActionResult, performAction } from '#app/action-history/perform-action.ts'
import type { ChosenRows } from '#app/ui/bulk-edit/bulk-edit-props.ts'
import type { ConflictSettlement, EntryLine, EntryLineOutcome } from '#app/ui/data-table/data-table-props.ts'
import type { EditAction, EditOutcome, EntryLineDraft } from '#app/ui/data-table/editing/edit-action.ts'
import type { ConfirmQuestion } from '#app/ui/overlays/confirm.tsx'
import type { ShowToast } from '#app/ui/overlays/toast.tsx'
import type { FieldValue } from '#contract/books/field.ts'
import type { Wording, Wordings, WriteKind } from '#contract/books/wordings.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { stoppedEditText } from '#domain/retention/stopped-texts.ts'
import type { Edit, OfflineCopy } from '#mirror/offline-copy.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { deleteQuestion, getRowCaption, type RecordBook, withDerivedFields } from '../record-book.ts'
import { buildCreate, buildDelete, buildUpdate } from '../record-edits.ts'
import {
  bookToast,
  describeUnstored,
  formatDone,
  formatDoneToSeveral,
  formatFailed,
  formatMixed,
  formatWaitingNote,
  type ToastTimes,
} from './outcome-texts.ts'
import {
  buildReferencedNotice,
  formatNamesNotice,
  formatPartsNotice,
  listPartDeletes,
  readReferringRecords,
} from './referring-records.tsx'

const actionNames: Record<EditAction['kind'], string> = {
  cell: '셀 수정',
  clear: '셀 지우기',
  paste: '붙여넣기',
  fill: '채우기',
  bulk: '일괄 수정',
}

/** Label of an action for the undo: `셀 수정 (김가온)`, `붙여넣기 (12건)`, `붙여넣기 (3건 추가, 2건 수정)`. */
function labelAction(name: string, edits: readonly ActionEdit[]): string {
  if (edits.length === 1) return `${name} (${edits[0]?.caption ?? ''})`
  return `${name} (${formatMixed(edits.map(({ edit }) => edit.kind)) ?? countText(edits)})`
}

/** A paste of new rows only counts as adding. */
function countText(edits: readonly ActionEdit[]): string {
  return `${formatNumber(edits.length)}건${detectActionKind(edits) === 'create' ? ' 추가' : ''}`
}

/**
 * Kind for the success text. Written cells may all be in new rows, which are created and not
 * changed.
 */
function detectActionKind(edits: readonly ActionEdit[]): 'create' | 'update' {
  return edits.length > 0 && edits.every(({ edit }) => edit.kind === 'create') ? 'create' : 'update'
}

export interface RecordActions {
  /** `wordings` replaces the book's own words, for saving several fields at once. */
  edit(action: EditAction, wordings?: Wordings): Promise<EditOutcome>
  /**
   * Creates a record from a form. Returns its id; null when it is refused or this device can't keep
   * it (shown in a toast).
   */
  add(fields: Values, texts?: ActionTexts): Promise<string | null>
  /**
   * Changes one record from a form. Writes only the differences, so that a colleague's changes
   * stay. False: as null for `add`.
   */
  change(row: ShownRecord, values: Values, texts?: ActionTexts): Promise<boolean>
  /** Opens the record's own window; says so when the browser blocks it. */
  popOut(row: SourceRow): void
  /** Asks for confirmation, then deletes. True when deleted. */
  remove(row: ShownRecord, question?: Partial<ConfirmQuestion>): Promise<boolean>
  /** Asks for confirmation, then deletes the selected records as one action. True when deleted. */
  removeChosen(chosen: ChosenRows, count: number): Promise<boolean>
  settleConflict(settlement: ConflictSettlement): Promise<void>
  /**
   * Creates a record as the entry row does, after the edits in `partEdits`, which belong to the
   * same action.
   */
  addWithParts(draft: EntryLineDraft, partEdits: readonly ActionEdit[]): Promise<EntryLineOutcome>
  entry: EntryLine
}

type Values = Readonly<Record<string, FieldValue>>
export type ShownRecord = Pick<SourceRow, 'record'> & Partial<Pick<SourceRow, 'joined' | 'stopped'>>

/** Texts for one action instead of the book's. `canUndo`: its toast offers 되돌리기. */
export type ActionTexts = Partial<Wording> & { readonly caption?: string; readonly canUndo?: true }

export interface ActionsDeps {
  book: RecordBook
  copy: OfflineCopy
  history: ActionHistory
  wordings: Wordings
  toasts: ToastTimes
  /** Called when something has been saved, for screens that reload their list. */
  onSaved?(kind: WriteKind): void
  /** Called when a form has created a record. */
  onCreated?(id: string): void
  /** Undoes the action whose toast offered 되돌리기. */
  undoIfNewest(actionId: string): void
  /** Opens a record's own window; false when the browser blocked it. */
  openWindow(row: SourceRow): boolean
  /** Name of a record that doesn't exist yet. */
  captionOfDraft(draft: EntryLineDraft): string
  /** Read at the time of use, because screens replace it. */
  toast(): ShowToast
  confirm(question: ConfirmQuestion): Promise<boolean>
}

/** User actions on a book. Each is stored in the outbox before it is reported as done. */
export function createRecordActions(deps: ActionsDeps): RecordActions {
  return {
    async edit(action, wordings = deps.wordings) {
      const edits = buildActionEdits(deps, action)
      if ('refusal' in edits) return showRefusal(deps, edits.refusal)
      const performed = await performAction(deps, { label: labelAction(actionNames[action.kind], edits), edits })
      return reportOutcome(
        { ...deps, wordings },
        { kind: detectActionKind(edits), edits, performed, isRetry: action.isRetry === true },
      )
    },
    add: (fields, texts) => addRecord(deps, fields, texts),
    change: (row, values, texts) => changeRecord(deps, row, { values, texts }),
    popOut: (row) => {
      if (!deps.openWindow(row)) deps.toast().warning('팝업 차단을 해제해 주세요.', bookToast)
    },
    remove: (row, question) => removeRecord(deps, row, question),
    removeChosen: (chosen, count) => removeChosen(deps, chosen, count),
    settleConflict: ({ opId, key, choice }) => deps.copy.outbox.resolveConflict(opId, { [key]: choice }),
    addWithParts: (draft, partEdits) => addRow(deps, draft, partEdits),
    entry: {
      onAdd: (draft) => addRow(deps, draft),
      derive: (draft, changedKey) => withDerivedFields(deps.book, draft, changedKey),
    },
  }
}

/** One edit per changed row, plus the new records; or the reason why one of them can't be made. */
function buildActionEdits(deps: ActionsDeps, action: EditAction): ActionEdit[] | { refusal: string } {
  const edits: ActionEdit[] = []
  for (const [row, changes] of changesByRow(action)) {
    if (row.stopped === 'locked') return { refusal: stoppedEditText }
    const result = buildUpdate(deps.book, row, changes)
    if ('refusal' in result) return result
    edits.push({ edit: result.edit, record: row.record, caption: getRowCaption(deps.book, row) })
  }
  for (const draft of action.newRows ?? []) {
    const result = buildCreate(deps.book, newId(), { ...draft })
    if ('refusal' in result) return result
    edits.push(toCreateEdit(result.edit, deps.captionOfDraft(draft)))
  }
  return edits
}

async function addRecord(deps: ActionsDeps, fields: Values, texts: ActionTexts = {}): Promise<string | null> {
  const id = newId()
  const result = buildCreate(deps.book, id, { ...fields })
  if ('refusal' in result) return showRefusal(deps, result.refusal) && null
  const caption = texts.caption ?? deps.captionOfDraft(fields)
  if (!(await performEdit(deps, toCreateEdit(result.edit, caption), texts))) return null
  deps.onCreated?.(id)
  return id
}

async function changeRecord(
  deps: ActionsDeps,
  { record, joined = {}, stopped }: ShownRecord,
  { values, texts = {} }: { values: Values; texts: ActionTexts | undefined },
): Promise<boolean> {
  if (stopped === 'locked') return !showRefusal(deps, stoppedEditText)
  const result = buildUpdate(deps.book, { record, joined }, { ...values })
  if ('refusal' in result) return !showRefusal(deps, result.refusal)
  const caption = texts.caption ?? deps.book.rules.captionOf(record, joined)
  return await performEdit(deps, { edit: result.edit, record, caption }, texts)
}

async function removeRecord(
  deps: ActionsDeps,
  { record, joined = {}, stopped }: ShownRecord,
  question: Partial<ConfirmQuestion> = {},
): Promise<boolean> {
  if (stopped === 'locked') return !showRefusal(deps, stoppedEditText)
  const { collection, noun } = deps.book
  const caption = deps.book.rules.captionOf(record, joined)
  // The server would refuse the delete; offline, that would only be known hours later.
  const references = await readReferringRecords(deps.copy, collection, record.id)
  if (references.length > 0) return await deps.confirm(buildReferencedNotice(noun, caption, references))
  const title = deleteQuestion(deps.book, { record, joined })
  const partEdits = await listPartDeletes(deps.copy, collection, [record.id])
  // Leave out the name if the title already has it.
  const message = [title.includes(caption) ? null : caption, formatPartsNotice(partEdits)].filter(
    (text) => text !== null,
  )
  const isConfirmed = await deps.confirm({
    title,
    ...(message.length > 0 && { message: message.join('\n') }),
    confirmLabel: '삭제',
    isDestructive: true,
    ...question,
  })
  const deletion = { edit: buildDelete(deps.book, { record, joined }), record, caption }
  return isConfirmed && (await performEdit(deps, deletion, { canUndo: true, partEdits }))
}

/**
 * Performs one edit as a separate action, labelled with the book's texts. `partEdits`: edits done
 * before it in the same action.
 */
async function performEdit(
  deps: ActionsDeps,
  edit: ActionEdit,
  { canUndo, partEdits = [], ...texts }: ActionTexts & { partEdits?: readonly ActionEdit[] },
): Promise<boolean> {
  const { kind } = edit.edit
  const wordings = { ...deps.wordings, [kind]: { ...deps.wordings[kind], ...texts } }
  const edits = [edit]
  const label = labelAction(wordings[kind].step, edits)
  const performed = await performAction(deps, { label, edits: [...partEdits, ...edits] })
  const report = { kind, edits, performed, canUndo: canUndo ?? kind === 'delete', isForm: true }
  return reportOutcome({ ...deps, wordings }, report) === undefined
}

async function removeChosen(deps: ActionsDeps, chosen: ChosenRows, count: number): Promise<boolean> {
  const selectedRows: SourceRow[] = []
  await chosen.read((chunk) => selectedRows.push(...chunk), new AbortController().signal)
  if (selectedRows.some(({ stopped }) => stopped === 'locked')) return !showRefusal(deps, stoppedEditText)
  // Skip records whose delete is already waiting.
  const rows = selectedRows.filter(({ state }) => state !== 'deleted')
  const partEdits = await listPartDeletes(
    deps.copy,
    deps.book.collection,
    rows.map(({ record }) => record.id),
  )
  const isConfirmed = await deps.confirm({
    title: `선택한 ${formatNumber(count)}건을 삭제하시겠습니까?`,
    message: [
      formatNamesNotice(deps.book, rows),
      formatPartsNotice(partEdits),
      '삭제한 뒤에도 되돌리기로 되살릴 수 있습니다.',
    ]
      .filter((text) => text !== null)
      .join('\n'),
    confirmLabel: '삭제',
    isDestructive: true,
  })
  return isConfirmed && (await removeRows(deps, rows, partEdits))
}

async function removeRows(
  deps: ActionsDeps,
  rows: readonly SourceRow[],
  partEdits: readonly ActionEdit[],
): Promise<boolean> {
  const edits = rows.map((row) => ({
    edit: buildDelete(deps.book, row),
    record: row.record,
    caption: getRowCaption(deps.book, row),
  }))
  const label = labelAction(deps.wordings.delete.step, edits)
  const performed = await performAction(deps, { label, edits: [...partEdits, ...edits] })
  return reportOutcome(deps, { kind: 'delete', edits, performed }) === undefined
}

async function addRow(
  deps: ActionsDeps,
  draft: EntryLineDraft,
  partEdits: readonly ActionEdit[] = [],
): Promise<EntryLineOutcome> {
  const result = buildCreate(deps.book, newId(), { ...draft })
  if ('refusal' in result) {
    deps.toast().error(result.refusal, bookToast)
    return { message: result.refusal, fields: result.fields, isShown: true }
  }
  const edits = [toCreateEdit(result.edit, deps.captionOfDraft(draft))]
  const label = labelAction(deps.wordings.create.step, edits)
  const performed = await performAction(deps, { label, edits: [...partEdits, ...edits] })
  return reportOutcome(deps, { kind: 'create', edits, performed })
}

function toCreateEdit(edit: Edit, caption: string): ActionEdit {
  return { edit: { ...edit, caption }, record: null, caption }
}

function showRefusal(deps: ActionsDeps, reason: string): { message: string } {
  deps.toast().error(reason)
  return { message: reason }
}

interface ActionReport {
  kind: Edit['kind']
  edits: readonly ActionEdit[]
  performed: ActionResult
  /** An automatic repeat; the first attempt has already been reported. */
  isRetry?: boolean
  isForm?: boolean
  /**
   * Whether the toast offers 되돌리기. By default for deletes and for actions on more than one record.
   */
  canUndo?: boolean
}

/** Reports the outcome of an action in a toast. */
function reportOutcome(deps: ActionsDeps, report: ActionReport): EditOutcome {
  const {
    kind,
    edits,
    performed,
    isRetry = false,
    isForm = false,
    canUndo = kind === 'delete' || edits.length > 1,
  } = report
  const { actionId, savedCount, failure, unstoredIds } = performed
  const undo = { action: { label: '되돌리기', onSelect: () => deps.undoIfNewest(actionId) } }
  if (failure !== null) {
    const savedNote =
      savedCount > 0 ? ` ${formatNumber(edits.length)}건 중 ${formatNumber(savedCount)}건은 저장되었습니다.` : ''
    if (!isRetry || savedCount > 0)
      deps.toast().error(formatFailed(deps.wordings, kind, failure + savedNote), savedCount > 0 ? undo : {})
    const isShownInCells = kind === 'update' && unstoredIds.length > 0
    return isShownInCells ? { message: describeUnstored(failure), unstored: unstoredIds } : { message: failure }
  }
  // Saving an unchanged form is confirmed; leaving a cell unchanged is not.
  if (savedCount === 0 && !isForm) return
  const isOnline = deps.copy.getStatus().connection === 'online'
  const [first] = edits
  const mixedKindsText = formatMixed(edits.map(({ edit }) => edit.kind))
  const texts =
    edits.length > 1
      ? formatDoneToSeveral(deps.wordings, kind, { count: edits.length, isOnline })
      : formatDone(deps.wordings, kind, { subject: first ? findNewCaption(deps.book, first) : '', isOnline })
  const { toasts } = deps
  deps
    .toast()
    .success(
      mixedKindsText ? mixedKindsText + formatWaitingNote(isOnline) : texts,
      canUndo ? { ...toasts.undo, ...undo } : toasts.done,
    )
  deps.onSaved?.(kind)
}

/** The name of a record after its edit, unless other records decide it. */
function findNewCaption({ rules }: RecordBook, { edit, record, caption }: ActionEdit): string {
  if (edit.kind !== 'update' || !record || rules.captionOf(record, {}) !== caption) return caption
  const changed = Object.entries(edit.changes).map(([key, change]) => [key, change.new] as const)
  return rules.captionOf({ ...record, ...Object.fromEntries(changed) }, {})
}

/**
 * Each changed row as the user saw it, because an earlier edit may not have reached the row yet.
 */
function changesByRow(action: EditAction): [SourceRow, Record<string, FieldValue>][] {
  return [...Map.groupBy(action.changes, ({ row }) => row)].map(([row, changes]) => {
    const oldValues = Object.fromEntries(changes.map(({ key, old }) => [key, old]))
    const newValues = Object.fromEntries(changes.map(({ key, new: value }) => [key, value]))
    return [{ ...row, record: { ...row.record, ...oldValues } }, newValues]
  })
}
