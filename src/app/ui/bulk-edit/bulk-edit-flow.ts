import type { BulkEditProps, BulkOutcome } from './bulk-edit-props.ts'
import { type BulkPlan, createPlanner, type FieldUpdate } from './bulk-plan.ts'
import { createValueTally, type ValueTally } from './value-tally.ts'

export interface StepProgress {
  readonly done: number
  readonly total: number
}

/**
 * The step a bulk edit is at. In `planned`, `before` is the record count of the earlier preview if
 * applying found a different plan. In `applied`, `left` counts the planned records that were not
 * stored because the user stopped or the device failed.
 */
export type BulkStep =
  | { readonly name: 'reading'; readonly progress: StepProgress }
  | { readonly name: 'unreadable' }
  | { readonly name: 'choosing' }
  | { readonly name: 'planning'; readonly progress: StepProgress }
  | { readonly name: 'planned'; readonly plan: BulkPlan; readonly before: number | null }
  | { readonly name: 'applying'; readonly progress: StepProgress; readonly isStopping: boolean }
  | { readonly name: 'applied'; readonly plan: BulkPlan; readonly outcome: BulkOutcome; readonly left: number }

/**
 * One bulk edit from reading the records to the result, independent of React. Works with
 * useSyncExternalStore.
 */
export interface BulkEditFlow {
  getStep(): BulkStep
  /** Values of the chosen records when they were first read; null until then. */
  getTally(): ValueTally | null
  subscribe(listener: () => void): () => void
  begin(): Promise<void>
  preview(updates: readonly FieldUpdate[]): Promise<void>
  /** Returns to the fields. */
  back(): void
  /**
   * Applies the previewed plan. Reads the records again first, because the search may match others
   * now. If their number changed, or nothing is left to change, shows the preview again instead.
   * After a stop or a failure it continues with the rest.
   */
  apply(): Promise<void>
  /** Stops reading or storing. */
  stop(): void
}

export type BulkEditDeps = Pick<BulkEditProps, 'fields' | 'rows' | 'apply' | 'refusalOf'>

interface FlowState {
  /** Called on each use, so it returns the current props. */
  readonly deps: () => BulkEditDeps
  readonly listeners: Set<() => void>
  step: BulkStep
  tally: ValueTally | null
  updates: readonly FieldUpdate[]
  running: AbortController
}

const noProgress: StepProgress = { done: 0, total: 0 }

export function createBulkEditFlow(deps: () => BulkEditDeps): BulkEditFlow {
  const flow: FlowState = {
    deps,
    listeners: new Set(),
    step: { name: 'reading', progress: noProgress },
    tally: null,
    updates: [],
    running: new AbortController(),
  }
  return {
    getStep: () => flow.step,
    getTally: () => flow.tally,
    subscribe(listener) {
      flow.listeners.add(listener)
      return () => flow.listeners.delete(listener)
    },
    begin: () => countValues(flow),
    preview: (updates) => previewPlan(flow, updates),
    back: () => setStep(flow, { name: 'choosing' }),
    apply: () => applyPlan(flow),
    stop() {
      flow.running.abort()
      if (flow.step.name === 'applying') setStep(flow, { ...flow.step, isStopping: true })
    },
  }
}

function setStep(flow: FlowState, step: BulkStep): void {
  flow.step = step
  for (const listener of [...flow.listeners]) listener()
}

async function countValues(flow: FlowState): Promise<void> {
  const tally = createValueTally(flow.deps().fields)
  const outcome = await readRecords(flow, 'reading', tally.add)
  if (outcome !== 'read') return
  flow.tally = tally
  setStep(flow, { name: 'choosing' })
}

async function previewPlan(flow: FlowState, updates: readonly FieldUpdate[]): Promise<void> {
  flow.updates = updates
  const plan = await readAndPlan(flow)
  if (plan) setStep(flow, { name: 'planned', plan, before: null })
}

async function applyPlan(flow: FlowState): Promise<void> {
  const { step } = flow
  const confirmedPlan = step.name === 'planned' ? step.plan : null
  const resumeFrom = step.name === 'applied' ? step.outcome : null
  const plan = await readAndPlan(flow)
  if (!plan) return
  const hasTotalChanged = confirmedPlan !== null && plan.total !== confirmedPlan.total
  if (hasTotalChanged || plan.changes.length === 0) {
    setStep(flow, { name: 'planned', plan, before: confirmedPlan?.total ?? plan.total })
    return
  }
  await savePlan(flow, plan, resumeFrom)
}

async function savePlan(flow: FlowState, plan: BulkPlan, resumeFrom: BulkOutcome | null): Promise<void> {
  const { signal } = startRun(flow)
  const total = plan.changes.length
  const notify = (done: number) =>
    setStep(flow, { name: 'applying', progress: { done, total }, isStopping: signal.aborted })
  notify(0)
  const outcome = await flow.deps().apply(plan.changes, { signal, onSaved: notify, resumeFrom })
  const savedNow = outcome.savedCount - (resumeFrom?.savedCount ?? 0)
  setStep(flow, { name: 'applied', plan, outcome, left: total - savedNow })
}

/** Null when the run was stopped or the records could not be read. */
async function readAndPlan(flow: FlowState): Promise<BulkPlan | null> {
  const planner = createPlanner(flow.updates, flow.deps().refusalOf)
  const outcome = await readRecords(flow, 'planning', planner.add)
  if (outcome === 'ended') setStep(flow, { name: 'choosing' })
  return outcome === 'read' ? planner.plan() : null
}

async function readRecords(
  flow: FlowState,
  name: 'reading' | 'planning',
  visit: ValueTally['add'],
): Promise<'read' | 'ended' | 'failed'> {
  const { signal } = startRun(flow)
  setStep(flow, { name, progress: noProgress })
  try {
    await flow.deps().rows.read((rows, done, total) => {
      if (signal.aborted) return
      for (const row of rows) visit(row)
      setStep(flow, { name, progress: { done, total } })
    }, signal)
  } catch {
    setStep(flow, { name: 'unreadable' })
    return 'failed'
  }
  return signal.aborted ? 'ended' : 'read'
}

/** Aborts the previous run; only one runs at a time. */
function startRun(flow: FlowState): AbortController {
  flow.running.abort()
  flow.running = new AbortController()
  return flow.running
}
