import type { RowSource, SourceRow } from '#contract/records/row-source.ts'
import type { CellChange, EditAction, EditOutcome, OnEdit } from '../editing/edit-action.ts'
import type { CellMap } from './cell-map.ts'
import type { OutcomeListener, PendingCell, UnstoredAction } from './pending-cells-types.ts'

/** How long a stored value waits for the source to show it, in ms. */
const releaseTimeoutMs = 2000

/**
 * Only values that take longer than this (ms) show a mark; a mark that flashes on every edit would
 * mean nothing.
 */
const lateAfterMs = 150

/** An action being sent, or one the device had no room for. */
interface PostedAction {
  readonly action: EditAction
  readonly onEdit: OnEdit
  readonly sent: readonly SentCell[]
  /** Sent by 저장, which reports the outcome itself. */
  readonly isSave: boolean
}

/**
 * A change and the cell that shows it. While the map holds this very cell object, nobody has
 * changed or dropped the value.
 */
interface SentCell {
  readonly change: CellChange
  readonly cell: PendingCell
  readonly base: SourceRow | undefined
}

/** All actions of one cell map that are being sent or wait for room. */
interface SendQueue {
  readonly map: CellMap
  readonly cells: ReturnType<typeof createActionCells>
  readonly getSource: () => RowSource
  readonly listeners: Set<OutcomeListener>
  /** Actions the device had no room for, in the order they were entered. */
  unstored: readonly PostedAction[]
  /** The action being retried. */
  inFlight: PostedAction | null
  retryRun: Promise<void> | null
}

/**
 * Sends an action. Its values show at once, get a mark when storing takes long, disappear when
 * stored and shown by the source, and stay with the reason when refused. Actions the device had no
 * room for are kept for a retry (UnstoredCells).
 */
export async function postAction(
  queue: SendQueue,
  action: EditAction,
  { onEdit, isSave = false }: { onEdit: OnEdit; isSave?: boolean },
): Promise<void> {
  const { show, refuse, isCurrent } = queue.cells
  const posted = { action, onEdit, sent: show(action.changes), isSave }
  const clearLate = markLate(queue.map, posted.sent)
  // Earlier edits of these rows go first. New rows are in no cell, so their author must get the
  // outcome at once.
  if (action.newRows === undefined && shouldWait(queue, posted)) {
    await retryUnstored(queue)
    const message = findBlockingMessage(queue, posted)
    if (message !== null) {
      clearLate()
      const sent = refuse(posted.sent.filter(isCurrent), { message, isUnstored: true })
      queue.unstored = [...queue.unstored, { ...posted, sent }]
      return
    }
  }
  const remaining = await deliverAction(queue, posted, clearLate)
  if (remaining) queue.unstored = [...queue.unstored, remaining]
}

/**
 * Marks values that are still being sent after `lateAfterMs`. Returns a function that restores the
 * original cell objects, which the sender compares by identity.
 */
function markLate({ of, put }: CellMap, sent: readonly SentCell[]): () => void {
  const versions = sent.map(({ change, cell }) => ({ change, own: cell, late: { ...cell, isLate: true as const } }))
  let isMarked = false
  function show(to: 'own' | 'late') {
    const from = to === 'own' ? 'late' : 'own'
    const currentCells = versions.filter((version) => of(version.change.row.id)[version.change.key] === version[from])
    put(currentCells.map((version) => [version.change.row.id, version.change.key, version[to]]))
    isMarked = to === 'late'
  }
  const timer = setTimeout(() => show('late'), lateAfterMs)
  return () => {
    clearTimeout(timer)
    if (isMarked) show('own')
  }
}

export function createSendQueue(map: CellMap, getSource: () => RowSource): SendQueue {
  const cells = createActionCells(map, getSource)
  return { map, cells, getSource, listeners: new Set(), unstored: [], inFlight: null, retryRun: null }
}

/** Returns what the device had no room for. `clearLate` removes the late marks. */
async function deliverAction(
  { cells, getSource, listeners }: SendQueue,
  posted: PostedAction,
  clearLate: () => void = () => undefined,
): Promise<PostedAction | null> {
  const { onEdit, sent } = posted
  const changes = posted.action.changes.map((change) => rebaseIfUnchanged(change, getSource().rowById(change.row.id)))
  const action = { ...posted.action, changes }
  let outcome: Exclude<EditOutcome, void> | undefined
  try {
    outcome = (await onEdit(action)) ?? undefined
  } catch (error) {
    // If the screen throws, the value isn't stored. The typed value must stay, and the error must
    // be reported.
    reportError(error)
    outcome = { message: '이 기기에 저장하지 못했습니다. 다시 입력해 주세요.' }
  }
  if (!posted.isSave) for (const listener of listeners) listener(action, outcome)
  clearLate()
  const currentCells = sent.filter(cells.isCurrent)
  if (!outcome) {
    cells.settleStored(currentCells)
    return null
  }
  const unstoredIds = outcome.unstored && new Set(outcome.unstored)
  const isNotStored = ({ change }: SentCell) => unstoredIds === undefined || unstoredIds.has(change.row.id)
  cells.settleStored(currentCells.filter((sentCell) => !isNotStored(sentCell)))
  const remaining = cells.refuse(currentCells.filter(isNotStored), {
    message: outcome.message,
    isUnstored: unstoredIds !== undefined,
  })
  return unstoredIds && remaining.length > 0 ? { ...posted, sent: remaining } : null
}

export function retryUnstored(queue: SendQueue): Promise<void> {
  queue.retryRun ??= retryInOrder(queue).finally(() => {
    queue.retryRun = null
  })
  return queue.retryRun
}

async function retryInOrder(queue: SendQueue): Promise<void> {
  for (let next = takeFirst(queue); next; next = takeFirst(queue)) {
    queue.inFlight = next
    const remaining = await deliverAction(queue, { ...next, action: { ...toSentAction(next), isRetry: true } })
    queue.inFlight = null
    if (!remaining) continue
    queue.unstored = [{ ...next, sent: remaining.sent }, ...queue.unstored]
    return
  }
}

function takeFirst(queue: SendQueue): PostedAction | undefined {
  const [first, ...otherActions] = listPendingActions(queue)
  queue.unstored = otherActions
  return first
}

/** Without changes that were edited or dropped since. */
function listPendingActions({ unstored, cells }: SendQueue): readonly PostedAction[] {
  return unstored
    .map((posted) => ({ ...posted, sent: posted.sent.filter(cells.isCurrent) }))
    .filter(({ sent }) => sent.length > 0)
}

function shouldWait(queue: SendQueue, posted: PostedAction): boolean {
  return sharesRow(posted, queue.inFlight) || findBlockingMessage(queue, posted) !== null
}

/** Why an earlier edit of these rows isn't stored; null when all are. */
function findBlockingMessage(queue: SendQueue, posted: PostedAction): string | null {
  const before = listPendingActions(queue).find((pending) => sharesRow(posted, pending))
  return before?.sent[0]?.cell.error ?? null
}

export function releaseUnstored(queue: SendQueue): readonly UnstoredAction[] {
  const { inFlight, cells, map } = queue
  const beingSent = inFlight ? [{ ...inFlight, sent: inFlight.sent.filter(cells.isCurrent) }] : []
  const released = [...beingSent, ...listPendingActions(queue)]
  queue.unstored = []
  for (const { change } of released.flatMap(({ sent }) => sent)) map.drop(change.row.id, [change.key])
  return released.map((posted) => ({
    action: toSentAction(posted),
    onEdit: posted.onEdit,
    message: posted.sent[0]?.cell.error ?? '',
  }))
}

export function adoptUnstored(queue: SendQueue, actions: readonly UnstoredAction[]): void {
  const { map, cells } = queue
  for (const { action, onEdit, message } of actions) {
    const uncovered = action.changes.filter(({ row, key }) => map.of(row.id)[key] === undefined)
    const sent = cells.refuse(cells.show(uncovered), { message, isUnstored: true })
    if (sent.length > 0) queue.unstored = [...queue.unstored, { action, onEdit, sent, isSave: false }]
  }
}

/**
 * Rebases a change that began some time ago (an editor was open, another tab was faster, there was
 * no room) onto the current row, if the field still has the value its author saw; changes of other
 * fields are no conflict. Otherwise it keeps the row as seen, so the conflict is detected.
 */
export function rebaseIfUnchanged(change: CellChange, currentRow: SourceRow | undefined): CellChange {
  return currentRow && (currentRow.record[change.key] ?? null) === change.old ? { ...change, row: currentRow } : change
}

/** Manages the cells of an action, from Enter until the source shows the values. */
function createActionCells({ of, put, drop }: CellMap, getSource: () => RowSource) {
  function putCells(cells: readonly SentCell[]): readonly SentCell[] {
    if (cells.length > 0) put(cells.map(({ change, cell }) => [change.row.id, change.key, cell]))
    return cells
  }

  /** Removes a stored value once the source shows it or reports any other change of the row. */
  function release({ change, cell }: SentCell) {
    const { row, key, new: value } = change
    const isCurrent = () => of(row.id)[key] === cell
    const source = getSource()
    if (source.rowById(row.id)?.record[key] === value) {
      drop(row.id, [key])
      return
    }
    function finish() {
      stop()
      clearTimeout(timer)
      if (isCurrent()) drop(row.id, [key])
    }
    const stop = source.subscribeRow(row.id, finish)
    const timer = setTimeout(finish, releaseTimeoutMs)
  }

  return {
    isCurrent: ({ change, cell }: SentCell) => of(change.row.id)[change.key] === cell,
    show: (changes: readonly CellChange[]) =>
      putCells(
        changes.map((change) => ({
          change,
          cell: inFlightCell(change),
          base: of(change.row.id)[change.key]?.base,
        })),
      ),
    /** Cells that were shown as refused now show as being sent. */
    settleStored(cells: readonly SentCell[]) {
      const [accepted, refused] = [cells.filter(hasNoError), cells.filter((sentCell) => !hasNoError(sentCell))]
      const restored = putCells(refused.map((sentCell) => ({ ...sentCell, cell: inFlightCell(sentCell.change) })))
      for (const sentCell of [...accepted, ...restored]) release(sentCell)
    },
    refuse: (cells: readonly SentCell[], { message, isUnstored }: { message: string; isUnstored: boolean }) =>
      putCells(
        cells.map((sentCell) => ({
          ...sentCell,
          cell: {
            ...inFlightCell(sentCell.change),
            error: message,
            ...(isUnstored && { isUnstored }),
            ...(sentCell.base && { base: sentCell.base }),
          },
        })),
      ),
  }
}

function inFlightCell({ new: value }: CellChange): PendingCell {
  return { value, text: null, error: null }
}

function hasNoError({ cell }: SentCell): boolean {
  return cell.error === null
}

function toSentAction({ action, sent }: PostedAction): EditAction {
  return { kind: action.kind, changes: sent.map(({ change }) => change) }
}

function sharesRow(posted: PostedAction, other: PostedAction | null): boolean {
  if (!other) return false
  const rows = new Set(posted.sent.map(({ change }) => change.row.id))
  return other.sent.some(({ change }) => rows.has(change.row.id))
}
