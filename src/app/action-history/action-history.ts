import { newId } from '#mirror/runtime/new-id.ts'
import type { ActionStore } from './action-store.ts'
import {
  type ActionChange,
  type ActionHead,
  type ActionLog,
  applyRedo,
  applyUndo,
  type Direction,
  emptyLog,
  findNextRedo,
  findNextUndo,
  type ImportSummary,
  pruneLog,
  withAction,
  withResultRead,
} from './action.ts'
import { applyChanges, type ApplyContext, type ApplyResult, nothingChanged, type SetLayout } from './apply-changes.ts'

/** Undo and redo for the actions of one user on one screen in one tab. */
export interface ActionHistory {
  /**
   * Adds an action. `savedChanges` resolves with its changes once they are in the outbox (empty
   * when nothing was saved). Call it as soon as the action begins, so that an undo pressed
   * meanwhile waits for it. With the id of the newest action it extends that action: one step, with
   * the new label.
   */
  addAction(action: HistoryAction, savedChanges: Promise<readonly ActionChange[]>): Promise<void>
  /**
   * Fills in values that have become known since (imported rows that have arrived). A change that
   * already has its values keeps them: an earlier undo may have taken them from the rows it
   * deleted.
   */
  completeChanges(actionId: string, changes: readonly ActionChange[]): Promise<void>
  /** Null when there is nothing to undo. Calls run one at a time, in order. */
  undo(): Promise<HistoryStep | null>
  /** Undoes the newest action if it is this one; otherwise null. */
  undoIfNewest(actionId: string): Promise<HistoryStep | null>
  /**
   * Undoes an action that others followed. Leaves values that have changed since. Null when the
   * action is no longer in the log.
   */
  undoRegardless(actionId: string): Promise<HistoryStep | null>
  /** Marks the result of an import as read. */
  dismissImport(actionId: string): Promise<void>
  redo(): Promise<HistoryStep | null>
  /** Returns the same object until the state changes. */
  getState(): HistoryState
  subscribe(listener: () => void): () => void
  /**
   * Registers an open table whose layout can be restored; returns the unregister function. Skips
   * the layouts of closed tables.
   */
  attachLayout(tableId: string, setLayout: SetLayout): () => void
}

/** Labels of the next undo and redo; null when there is none. */
export interface HistoryState {
  readonly undo: string | null
  readonly redo: string | null
  /** The newest import that hasn't been undone and whose result hasn't been dismissed. */
  readonly imported: (ImportSummary & { readonly actionId: string }) | null
}

interface HistoryAction {
  readonly id: string
  readonly label: string
  readonly imported?: ImportSummary
}

export interface HistoryStep extends ApplyResult {
  readonly direction: Direction
  readonly actionId: string
  readonly label: string
}

interface HistoryOptions {
  readonly copy: ApplyContext['copy']
  /**
   * Actions stay in memory until the store is open, or permanently if this device can't store them.
   */
  readonly store: Promise<ActionStore>
  readonly now: () => number
}

interface HistoryContext {
  readonly options: HistoryOptions
  readonly context: ApplyContext
  readonly layouts: Map<string, SetLayout>
  readonly listeners: Set<() => void>
  /** Changes of actions added on this page; older ones are read from the store. */
  readonly changes: Map<string, readonly ActionChange[]>
  log: ActionLog
  state: HistoryState
  /** End of the queue; the next operation waits for it. */
  queue: Promise<unknown>
}

export function createActionHistory(options: HistoryOptions): ActionHistory {
  const layouts = new Map<string, SetLayout>()
  const history: HistoryContext = {
    options,
    context: { copy: options.copy, findLayoutSetter: (tableId) => layouts.get(tableId) },
    layouts,
    listeners: new Set(),
    changes: new Map(),
    log: emptyLog,
    state: { undo: null, redo: null, imported: null },
    queue: Promise.resolve(),
  }
  void enqueue(history, () => load(history))
  return {
    addAction: (action, savedChanges) => enqueue(history, () => addAction(history, action, savedChanges)),
    completeChanges: (actionId, changes) => enqueue(history, () => completeChanges(history, actionId, changes)),
    undo: () => enqueue(history, () => undoOrRedo(history, 'undo')),
    undoIfNewest: (actionId) => enqueue(history, () => undoOrRedo(history, 'undo', actionId)),
    undoRegardless: (actionId) => enqueue(history, () => undoRegardless(history, actionId)),
    dismissImport: (actionId) => enqueue(history, () => dismissImport(history, actionId)),
    redo: () => enqueue(history, () => undoOrRedo(history, 'redo')),
    getState: () => history.state,
    subscribe(listener) {
      history.listeners.add(listener)
      return () => history.listeners.delete(listener)
    },
    attachLayout(tableId, setLayout) {
      layouts.set(tableId, setLayout)
      setLog(history, history.log)
      return () => {
        if (layouts.get(tableId) === setLayout) layouts.delete(tableId)
        setLog(history, history.log)
      }
    },
  }
}

function enqueue<T>(history: HistoryContext, work: () => Promise<T>): Promise<T> {
  const turn = history.queue.then(work)
  history.queue = turn.catch(() => undefined)
  return turn
}

async function load(history: HistoryContext): Promise<void> {
  const stored = await withStore(history, (store) => store.readLog())
  setLog(history, pruneLog(stored ?? emptyLog, history.options.now()))
}

async function addAction(
  history: HistoryContext,
  action: HistoryAction,
  savedChanges: Promise<readonly ActionChange[]>,
): Promise<void> {
  const newChanges = await savedChanges.catch(() => [])
  if (newChanges.length === 0) return
  const newest = findNextUndo(history.log, () => true)
  const previousChanges = newest?.id === action.id ? await loadChanges(history, newest) : null
  const log = newest && previousChanges ? applyUndo(history.log, newest) : history.log
  // The action was undone, or something else was done since, so these changes become another
  // action.
  const id = log.actions.slice(0, log.done).some((doneAction) => doneAction.id === action.id) ? newId() : action.id
  const changes = [...(previousChanges ?? []), ...newChanges]
  history.changes.set(id, changes)
  const layout = changes.find((change) => change.kind === 'layout')
  const at = history.options.now()
  const { label, imported } = action
  const head = { id, label, at, ...(layout && { tableId: layout.tableId }), ...(imported && { imported }) }
  setLog(history, withAction(log, head))
  await withStore(history, (store) => store.save(history.log, { id, changes }))
}

async function completeChanges(
  history: HistoryContext,
  actionId: string,
  arrivedChanges: readonly ActionChange[],
): Promise<void> {
  const action = history.log.actions.find(({ id }) => id === actionId)
  const knownChanges = action && (await loadChanges(history, action))
  if (!knownChanges) return
  const changeById = new Map(
    arrivedChanges.flatMap((change) => (change.kind === 'create' ? [[change.id, change]] : [])),
  )
  const changes = knownChanges.map((change) =>
    change.kind === 'create' && !change.fields ? (changeById.get(change.id) ?? change) : change,
  )
  history.changes.set(actionId, changes)
  await withStore(history, (store) => store.save(history.log, { id: actionId, changes }))
}

/**
 * HAZARD: the edits are kept first, the position in the log second. If the tab dies in between, the
 * log still has the action in its old position; repeating the step finds everything in place,
 * changes nothing and moves on.
 */
async function undoOrRedo(history: HistoryContext, direction: Direction, onlyId?: string): Promise<HistoryStep | null> {
  setLog(history, pruneLog(history.log, history.options.now()))
  const next = direction === 'undo' ? findNextUndo : findNextRedo
  const action = next(history.log, (head) => isWithinReach(history, head))
  if (!action || (onlyId !== undefined && action.id !== onlyId)) return null
  return await applyStep(history, { action, direction }, isTooEarly)
}

async function undoRegardless(history: HistoryContext, actionId: string): Promise<HistoryStep | null> {
  setLog(history, pruneLog(history.log, history.options.now()))
  const action = findNextUndo(history.log, ({ id }) => id === actionId)
  return action && (await applyStep(history, { action, direction: 'undo' }, hasNoEffect))
}

/** `keepsPosition` decides whether the action keeps its position in the log. */
async function applyStep(
  history: HistoryContext,
  { action, direction }: { action: ActionHead; direction: Direction },
  keepsPosition: (outcome: ApplyResult) => boolean,
): Promise<HistoryStep> {
  const changes = await loadChanges(history, action)
  // The log may outlive its changes when the device has dropped them; then skip the action.
  const outcome = changes ? await applyChanges(history.context, { id: action.id, changes }, direction) : nothingChanged
  const step: HistoryStep = { ...outcome, direction, actionId: action.id, label: action.label }
  const isPositionKept = outcome.failure !== null || keepsPosition(outcome)
  if (!isPositionKept)
    setLog(history, direction === 'undo' ? applyUndo(history.log, action) : applyRedo(history.log, action))
  // Kept after a failure too: the rows that were deleted before it are needed for the redo.
  const changesWithValues =
    outcome.updatedChanges.size > 0
      ? changes?.map((change) =>
          change.kind === 'layout' ? change : (outcome.updatedChanges.get(change.id) ?? change),
        )
      : undefined
  if (changesWithValues) history.changes.set(action.id, changesWithValues)
  if (!isPositionKept || changesWithValues) {
    await withStore(history, (store) =>
      store.save(history.log, changesWithValues ? { id: action.id, changes: changesWithValues } : null),
    )
  }
  return step
}

async function dismissImport(history: HistoryContext, actionId: string): Promise<void> {
  setLog(history, withResultRead(history.log, actionId))
  await withStore(history, (store) => store.save(history.log, null))
}

/** Two tables may share a history; skips layout changes of the table that isn't open. */
function isWithinReach({ layouts }: HistoryContext, { tableId }: ActionHead): boolean {
  return tableId === undefined || layouts.has(tableId)
}

/**
 * No row of the import has reached this device yet. The action stays, so that it can be undone
 * later.
 */
function isTooEarly({ changed, skipped }: ApplyResult): boolean {
  return changed === 0 && skipped.length > 0 && skipped.every(({ reason }) => reason === 'not_here')
}

/** Nothing could be undone, so the action and its import result stay. */
function hasNoEffect({ changed, skipped }: ApplyResult): boolean {
  return changed === 0 && skipped.length > 0
}

async function loadChanges(history: HistoryContext, { id }: ActionHead): Promise<readonly ActionChange[] | null> {
  return history.changes.get(id) ?? (await withStore(history, (store) => store.readChanges(id)))
}

/**
 * Without a working store, undo still works for the actions of this page; the edits themselves are
 * safe in the outbox.
 */
async function withStore<T>(history: HistoryContext, work: (store: ActionStore) => Promise<T>): Promise<T | null> {
  try {
    return await work(await history.options.store)
  } catch {
    return null
  }
}

function setLog(history: HistoryContext, log: ActionLog): void {
  history.log = log
  const loggedIds = new Set(log.actions.map(({ id }) => id))
  for (const id of history.changes.keys()) if (!loggedIds.has(id)) history.changes.delete(id)
  const isReached = (head: ActionHead) => isWithinReach(history, head)
  const imported = findNextUndo(log, (head) => head.imported !== undefined)
  const state: HistoryState = {
    undo: findNextUndo(log, isReached)?.label ?? null,
    redo: findNextRedo(log, isReached)?.label ?? null,
    imported: imported?.imported ? { ...imported.imported, actionId: imported.id } : null,
  }
  if (JSON.stringify(state) === JSON.stringify(history.state)) return
  history.state = state
  for (const listener of [...history.listeners]) listener()
}
