import type { RowSource, SourceRow } from '#contract/records/row-source.ts'
import type { CellMap } from './cell-map.ts'
import type { CellChange, EditAction, EditOutcome, OnEdit } from '../editing/edit-action.ts'
import type { OutcomeListener, PendingCell, UnkeptAction } from './pending-cells-props.ts'

/** How long a stored value waits for the source to show it, in ms. */
const patience = 2000

/**
 * Only values that take longer than this (ms) show a mark; one that flashes on every edit would say
 * nothing.
 */
const lateAfterMs = 150

/** An action being sent, or one the device had no room for. */
interface Posted {
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
export interface Sending {
  readonly map: CellMap
  readonly cells: ReturnType<typeof cellsOfActions>
  readonly sourceNow: () => RowSource
  readonly listeners: Set<OutcomeListener>
  /** Actions the device had no room for, in the order they were entered. */
  unkept: readonly Posted[]
  /** The action being retried. */
  tried: Posted | null
  keeping: Promise<void> | null
}

/**
 * Sends an action. Its values show at once, get a mark when storing takes long, disappear when
 * stored and shown by the source, and stay with the reason when refused. Actions the device had no
 * room for are kept for a retry (UnkeptCells).
 */
export async function postAction(
  sending: Sending,
  action: EditAction,
  { onEdit, isSave = false }: { onEdit: OnEdit; isSave?: boolean },
): Promise<void> {
  const { show, refuse, isStanding } = sending.cells
  const posted = { action, onEdit, sent: show(action.changes), isSave }
  const endLate = announceLate(sending.map, posted.sent)
  // Earlier edits of these rows go first. New rows are in no cell, so their author must get the
  // outcome at once.
  if (action.newRows === undefined && isBehind(sending, posted)) {
    await keepUnkept(sending)
    const message = messageBefore(sending, posted)
    if (message !== null) {
      endLate()
      const sent = refuse(posted.sent.filter(isStanding), { message, isUnkept: true })
      sending.unkept = [...sending.unkept, { ...posted, sent }]
      return
    }
  }
  const left = await carryAction(sending, posted, endLate)
  if (left) sending.unkept = [...sending.unkept, left]
}

/**
 * Marks values that are still being sent after `lateAfterMs`. Returns a function that restores the
 * original cell objects, which the sender compares by identity.
 */
function announceLate({ of, put }: CellMap, sent: readonly SentCell[]): () => void {
  const both = sent.map(({ change, cell }) => ({ change, own: cell, late: { ...cell, isLate: true as const } }))
  let isSaid = false
  function show(to: 'own' | 'late') {
    const from = to === 'own' ? 'late' : 'own'
    const standing = both.filter((each) => of(each.change.row.id)[each.change.key] === each[from])
    put(standing.map((each) => [each.change.row.id, each.change.key, each[to]]))
    isSaid = to === 'late'
  }
  const timer = setTimeout(() => show('late'), lateAfterMs)
  return () => {
    clearTimeout(timer)
    if (isSaid) show('own')
  }
}

export function startSending(map: CellMap, sourceNow: () => RowSource): Sending {
  const cells = cellsOfActions(map, sourceNow)
  return { map, cells, sourceNow, listeners: new Set(), unkept: [], tried: null, keeping: null }
}

/** Returns what the device had no room for. `endLate` removes the late marks. */
async function carryAction(
  { cells, sourceNow, listeners }: Sending,
  posted: Posted,
  endLate: () => void = () => undefined,
): Promise<Posted | null> {
  const { onEdit, sent } = posted
  const changes = posted.action.changes.map((change) => stillSeen(change, sourceNow().rowById(change.row.id)))
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
  endLate()
  const standing = sent.filter(cells.isStanding)
  if (!outcome) {
    cells.keep(standing)
    return null
  }
  const rows = outcome.unkept && new Set(outcome.unkept)
  const isLeft = ({ change }: SentCell) => rows === undefined || rows.has(change.row.id)
  cells.keep(standing.filter((one) => !isLeft(one)))
  const left = cells.refuse(standing.filter(isLeft), { message: outcome.message, isUnkept: rows !== undefined })
  return rows && left.length > 0 ? { ...posted, sent: left } : null
}

export function keepUnkept(sending: Sending): Promise<void> {
  sending.keeping ??= tryInOrder(sending).finally(() => {
    sending.keeping = null
  })
  return sending.keeping
}

async function tryInOrder(sending: Sending): Promise<void> {
  for (let next = takeFirst(sending); next; next = takeFirst(sending)) {
    sending.tried = next
    const left = await carryAction(sending, { ...next, action: { ...actionOf(next), isAgain: true } })
    sending.tried = null
    if (!left) continue
    sending.unkept = [{ ...next, sent: left.sent }, ...sending.unkept]
    return
  }
}

function takeFirst(sending: Sending): Posted | undefined {
  const [first, ...others] = standingActions(sending)
  sending.unkept = others
  return first
}

/** Without changes that were edited or dropped since. */
function standingActions({ unkept, cells }: Sending): readonly Posted[] {
  return unkept
    .map((posted) => ({ ...posted, sent: posted.sent.filter(cells.isStanding) }))
    .filter(({ sent }) => sent.length > 0)
}

function isBehind(sending: Sending, posted: Posted): boolean {
  return sharesRow(posted, sending.tried) || messageBefore(sending, posted) !== null
}

/** Why an earlier edit of these rows isn't stored; null when all are. */
function messageBefore(sending: Sending, posted: Posted): string | null {
  const before = standingActions(sending).find((one) => sharesRow(posted, one))
  return before?.sent[0]?.cell.error ?? null
}

export function giveUpUnkept(sending: Sending): readonly UnkeptAction[] {
  const { tried, cells, map } = sending
  const inTrial = tried ? [{ ...tried, sent: tried.sent.filter(cells.isStanding) }] : []
  const given = [...inTrial, ...standingActions(sending)]
  sending.unkept = []
  for (const { change } of given.flatMap(({ sent }) => sent)) map.drop(change.row.id, [change.key])
  return given.map((one) => ({ action: actionOf(one), onEdit: one.onEdit, message: one.sent[0]?.cell.error ?? '' }))
}

export function adoptUnkept(sending: Sending, actions: readonly UnkeptAction[]): void {
  const { map, cells } = sending
  for (const { action, onEdit, message } of actions) {
    const free = action.changes.filter(({ row, key }) => map.of(row.id)[key] === undefined)
    const sent = cells.refuse(cells.show(free), { message, isUnkept: true })
    if (sent.length > 0) sending.unkept = [...sending.unkept, { action, onEdit, sent, isSave: false }]
  }
}

/**
 * Rebases a change that began some time ago (an editor was open, another tab was faster, there was
 * no room) onto the current row, if the field still has the value its author saw; changes of other
 * fields are no conflict. Otherwise it keeps the row as seen, so the conflict is detected.
 */
export function stillSeen(change: CellChange, now: SourceRow | undefined): CellChange {
  return now && (now.record[change.key] ?? null) === change.old ? { ...change, row: now } : change
}

/** Manages the cells of an action, from Enter until the source shows the values. */
function cellsOfActions({ of, put, drop }: CellMap, sourceNow: () => RowSource) {
  function place(cells: readonly SentCell[]): readonly SentCell[] {
    if (cells.length > 0) put(cells.map(({ change, cell }) => [change.row.id, change.key, cell]))
    return cells
  }

  /** Removes a stored value once the source shows it or reports any other change of the row. */
  function release({ change, cell }: SentCell) {
    const { row, key, new: value } = change
    const isCurrent = () => of(row.id)[key] === cell
    const source = sourceNow()
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
    const timer = setTimeout(finish, patience)
  }

  return {
    isStanding: ({ change, cell }: SentCell) => of(change.row.id)[change.key] === cell,
    show: (changes: readonly CellChange[]) =>
      place(
        changes.map((change) => ({
          change,
          cell: onItsWay(change),
          base: of(change.row.id)[change.key]?.base,
        })),
      ),
    /** Cells that were shown as refused now show as being sent. */
    keep(cells: readonly SentCell[]) {
      const [plain, refused] = [cells.filter(isPlain), cells.filter((one) => !isPlain(one))]
      const kept = place(refused.map((one) => ({ ...one, cell: onItsWay(one.change) })))
      for (const one of [...plain, ...kept]) release(one)
    },
    refuse: (cells: readonly SentCell[], { message, isUnkept }: { message: string; isUnkept: boolean }) =>
      place(
        cells.map((one) => ({
          ...one,
          cell: {
            ...onItsWay(one.change),
            error: message,
            ...(isUnkept && { isUnkept }),
            ...(one.base && { base: one.base }),
          },
        })),
      ),
  }
}

function onItsWay({ new: value }: CellChange): PendingCell {
  return { value, text: null, error: null }
}

function isPlain({ cell }: SentCell): boolean {
  return cell.error === null
}

function actionOf({ action, sent }: Posted): EditAction {
  return { kind: action.kind, changes: sent.map(({ change }) => change) }
}

function sharesRow(one: Posted, other: Posted | null): boolean {
  if (!other) return false
  const rows = new Set(one.sent.map(({ change }) => change.row.id))
  return other.sent.some(({ change }) => rows.has(change.row.id))
}
