import type { CollectionName } from '#contract/books/collections.ts'
import { findParent } from '#contract/books/references.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { stoppedEditText } from '#domain/retention/stopped-texts.ts'
import { type Edit, type OfflineCopy, OutboxWriteError } from '#mirror/offline-copy.ts'
import { isRefused } from '#mirror/outbox/stored-entry.ts'
import type { ActionChange, Direction, RecordChange, TableLayoutChange } from './action.ts'
import { type ChangePlan, planRecordChange, type SkippedField } from './plan-record-change.ts'
import { pickWritableFields } from './writable-fields.ts'

/** Result of undoing or redoing one action. */
export interface ApplyResult {
  /** Number of records and layouts that changed. */
  readonly changed: number
  readonly skipped: readonly SkippedField[]
  /** Where to move the focus: the first change. `field` null means the whole record. */
  readonly firstChange: ActionLocation | null
  /**
   * Changes with the values of imported rows that this undo deleted; redo creates them from these.
   */
  readonly updatedChanges: ReadonlyMap<string, RecordChange>
  /**
   * Korean reason why it stopped. The action can be repeated; changes already made are recognized.
   */
  readonly failure: string | null
}

interface ActionLocation {
  readonly collection: CollectionName
  readonly id: string
  readonly field: string | null
}

export const nothingChanged: ApplyResult = {
  changed: 0,
  skipped: [],
  firstChange: null,
  updatedChanges: new Map(),
  failure: null,
}

/** Accepts any stored layout; the table validates it with its own schema. */
export type SetLayout = (layout: unknown) => void

export interface ApplyContext {
  readonly copy: OfflineCopy
  /** The open table of that name; undefined when its screen is closed. */
  findLayoutSetter(tableId: string): SetLayout | undefined
}

/**
 * Undoes or redoes an action through ordinary outbox edits. Undo handles the changes in reverse
 * order.
 */
export async function applyChanges(
  context: ApplyContext,
  action: { id: string; changes: readonly ActionChange[] },
  direction: Direction,
): Promise<ApplyResult> {
  const changes = direction === 'undo' ? action.changes.toReversed() : action.changes
  let result: ApplyResult = { ...nothingChanged }
  for (const change of changes)
    if (change.kind === 'layout') result = applyLayout(context, { change, direction }, result)
  const records = changes.filter((change) => change.kind !== 'layout')
  for (let from = 0; from < records.length && result.failure === null; from += editsPerChunk) {
    const chunk = records.slice(from, from + editsPerChunk)
    result = await applyChunk(context.copy, { actionId: action.id, changes: chunk, direction }, result)
  }
  return result
}

function applyLayout(
  context: ApplyContext,
  { change, direction }: { change: TableLayoutChange; direction: Direction },
  result: ApplyResult,
): ApplyResult {
  const setLayout = context.findLayoutSetter(change.tableId)
  if (!setLayout) return { ...result, failure: '해당 표가 열려 있지 않습니다.' }
  setLayout(direction === 'undo' ? change.before : change.after)
  return { ...result, changed: result.changed + 1 }
}

async function applyChunk(
  copy: OfflineCopy,
  chunk: { actionId: string; changes: readonly RecordChange[]; direction: Direction },
  result: ApplyResult,
): Promise<ApplyResult> {
  const { rows, plans, updatedChanges } = await planChunk(copy, chunk)
  for (const repair of plans.flatMap(({ repairs }) => repairs)) {
    if (repair.kind === 'discard') await copy.outbox.discard(repair.opId)
    else await copy.outbox.resolveConflict(repair.opId, Object.fromEntries(repair.fields.map((key) => [key, 'theirs'])))
  }
  const edits = plans.flatMap(({ edit }) => edit ?? [])
  const { savedCount, failure } = await saveAction(copy, { actionId: chunk.actionId, edits })
  const first = plans.findIndex(canReceiveFocus)
  const [change, plan] = [chunk.changes[first], plans[first]]
  return {
    changed: result.changed + savedCount + plans.filter(({ edit, repairs }) => !edit && repairs.length > 0).length,
    skipped: [...result.skipped, ...plans.flatMap(({ skipped }) => skipped)],
    firstChange: result.firstChange ?? (change && plan ? locateChange(change, plan, rows[first] ?? null) : null),
    updatedChanges: new Map([...result.updatedChanges, ...updatedChanges]),
    failure,
  }
}

async function planChunk(
  copy: OfflineCopy,
  { changes, direction }: { changes: readonly RecordChange[]; direction: Direction },
): Promise<{ rows: (SourceRow | null)[]; plans: ChangePlan[]; updatedChanges: [string, RecordChange][] }> {
  const rows = await Promise.all(changes.map((change) => copy.getRow(change.collection, change.id)))
  const attention = Map.groupBy(copy.outbox.getEntries().filter(isRefused), (entry) => entry.recordId)
  const plans = changes.map((change, index) =>
    planRecordChange(change, direction, { row: rows[index] ?? null, attention: attention.get(change.id) ?? [] }),
  )
  const updatedChanges = changes.flatMap((change, index): [string, RecordChange][] => {
    const row = rows[index]
    if (change.kind !== 'create' || change.fields !== null || !row || plans[index]?.edit?.kind !== 'delete') return []
    return [[change.id, { ...change, fields: pickWritableFields(change.collection, row.record) }]]
  })
  return { rows, plans, updatedChanges }
}

/** A deleted record can't receive the focus. */
function canReceiveFocus({ edit, repairs }: ChangePlan): boolean {
  return edit ? edit.kind !== 'delete' : repairs.length > 0
}

/** A part record is shown within the record it belongs to. */
function locateChange(change: RecordChange, { field }: ChangePlan, row: SourceRow | null): ActionLocation {
  const { collection, id } = change
  const owner = findParent(collection, row?.record ?? (change.kind === 'update' ? {} : (change.fields ?? {})))
  return owner ? { ...owner, field: null } : { collection, id, field }
}

/**
 * Edits per outbox transaction. A chunk is kept whole or not at all, and other edits get their turn
 * between chunks.
 */
const editsPerChunk = 200

/** Progress and cancellation of a long action. */
export interface SaveOptions {
  /** Abort to stop; edits kept so far stay. */
  readonly signal?: AbortSignal
  /** Called after every chunk with the number of edits kept so far. */
  readonly onSaved?: (savedCount: number) => void
}

export interface SaveResult {
  /** Number of edits kept, counted from the first. */
  readonly savedCount: number
  /**
   * Korean reason why the device could not keep the rest; null on success and when the user stopped
   * it.
   */
  readonly failure: string | null
  /** The device has no room or doesn't reach its storage; the same edits may be kept later. */
  readonly isRetryable: boolean
}

/** Adds the edits of one action to the outbox, all under the same action id. */
export async function saveAction(
  copy: OfflineCopy,
  { actionId, edits }: { actionId: string; edits: readonly Edit[] },
  { signal, onSaved }: SaveOptions = {},
): Promise<SaveResult> {
  for (let from = 0; from < edits.length; from += editsPerChunk) {
    if (signal?.aborted) return { savedCount: from, failure: null, isRetryable: false }
    const chunk = edits.slice(from, from + editsPerChunk)
    try {
      await copy.enqueue(...chunk.map((edit) => ({ ...edit, actId: actionId })))
    } catch (error) {
      if (!(error instanceof OutboxWriteError)) throw error
      const { reason } = error
      return { savedCount: from, failure: storageReasons[reason], isRetryable: retryableReasons.has(reason) }
    }
    onSaved?.(from + chunk.length)
  }
  return { savedCount: edits.length, failure: null, isRetryable: false }
}

const retryableReasons: ReadonlySet<OutboxWriteError['reason']> = new Set(['full', 'lost', 'silent', 'blocked'])

const storageReasons: Record<OutboxWriteError['reason'], string> = {
  full: '이 기기의 저장 공간이 부족하여 저장하지 못했습니다.',
  lost: '이 기기의 저장소를 사용할 수 없어 저장하지 못했습니다.',
  refused: '이 브라우저가 이 기기에 저장하는 것을 허용하지 않아 저장하지 못했습니다.',
  silent: '이 기기의 저장소가 응답하지 않아 저장하지 못했습니다. 잠시 뒤 다시 시도해 주세요.',
  blocked: '이전 버전의 창이 열려 있어 저장하지 못했습니다. 다른 창을 닫아 주세요.',
  invalid: '저장할 수 없는 값입니다.',
  resident_number: '주민등록번호가 들어 있어 저장하지 않았습니다. 뒷자리를 가려 주세요.',
  stopped: stoppedEditText,
}
