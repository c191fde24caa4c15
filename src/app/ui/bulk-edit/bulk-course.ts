import type { BulkEditProps, BulkOutcome } from './bulk-edit-props.ts'
import { createPlanner, type BulkPlan, type Wish } from './bulk-plan.ts'
import { createValueTally, type Tally } from './value-tally.ts'

export interface Progress {
  readonly done: number
  readonly total: number
}

/**
 * The step a bulk edit is at. In `planned`, `before` is the record count of the earlier preview if
 * applying found a different plan. In `applied`, `left` counts the planned records that were not
 * stored because the user stopped or the device failed.
 */
export type BulkStep =
  | { readonly name: 'reading'; readonly progress: Progress }
  | { readonly name: 'unreadable' }
  | { readonly name: 'choosing' }
  | { readonly name: 'planning'; readonly progress: Progress }
  | { readonly name: 'planned'; readonly plan: BulkPlan; readonly before: number | null }
  | { readonly name: 'applying'; readonly progress: Progress; readonly isStopping: boolean }
  | { readonly name: 'applied'; readonly plan: BulkPlan; readonly outcome: BulkOutcome; readonly left: number }

/**
 * One bulk edit from reading the records to the result, independent of React. Works with
 * useSyncExternalStore.
 */
export interface BulkCourse {
  getStep(): BulkStep
  /** Values of the chosen records when they were first read; null until then. */
  getTally(): Tally | null
  subscribe(listener: () => void): () => void
  begin(): Promise<void>
  preview(wishes: readonly Wish[]): Promise<void>
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

export type CourseDeps = Pick<BulkEditProps, 'fields' | 'rows' | 'apply' | 'refusalOf'>

interface Course {
  /** Called on each use, so it returns the current props. */
  readonly need: () => CourseDeps
  readonly listeners: Set<() => void>
  step: BulkStep
  tally: Tally | null
  wishes: readonly Wish[]
  running: AbortController
}

const nothingYet: Progress = { done: 0, total: 0 }

export function createBulkCourse(deps: () => CourseDeps): BulkCourse {
  const course: Course = {
    need: deps,
    listeners: new Set(),
    step: { name: 'reading', progress: nothingYet },
    tally: null,
    wishes: [],
    running: new AbortController(),
  }
  return {
    getStep: () => course.step,
    getTally: () => course.tally,
    subscribe(listener) {
      course.listeners.add(listener)
      return () => course.listeners.delete(listener)
    },
    begin: () => countValues(course),
    preview: (wishes) => previewPlan(course, wishes),
    back: () => setStep(course, { name: 'choosing' }),
    apply: () => applyPlan(course),
    stop() {
      course.running.abort()
      if (course.step.name === 'applying') setStep(course, { ...course.step, isStopping: true })
    },
  }
}

function setStep(course: Course, step: BulkStep): void {
  course.step = step
  for (const listener of [...course.listeners]) listener()
}

async function countValues(course: Course): Promise<void> {
  const tally = createValueTally(course.need().fields)
  const outcome = await readRecords(course, 'reading', tally.add)
  if (outcome !== 'read') return
  course.tally = tally
  setStep(course, { name: 'choosing' })
}

async function previewPlan(course: Course, wishes: readonly Wish[]): Promise<void> {
  course.wishes = wishes
  const plan = await planNow(course)
  if (plan) setStep(course, { name: 'planned', plan, before: null })
}

async function applyPlan(course: Course): Promise<void> {
  const { step } = course
  const agreed = step.name === 'planned' ? step.plan : null
  const continues = step.name === 'applied' ? step.outcome : null
  const plan = await planNow(course)
  if (!plan) return
  const isOther = agreed !== null && plan.total !== agreed.total
  if (isOther || plan.changing.length === 0) {
    setStep(course, { name: 'planned', plan, before: agreed?.total ?? plan.total })
    return
  }
  await keepPlan(course, plan, continues)
}

async function keepPlan(course: Course, plan: BulkPlan, continues: BulkOutcome | null): Promise<void> {
  const { signal } = beginRun(course)
  const total = plan.changing.length
  const notify = (done: number) =>
    setStep(course, { name: 'applying', progress: { done, total }, isStopping: signal.aborted })
  notify(0)
  const outcome = await course.need().apply(plan.changing, { signal, onKept: notify, continues })
  const keptNow = outcome.kept - (continues?.kept ?? 0)
  setStep(course, { name: 'applied', plan, outcome, left: total - keptNow })
}

/** Null when the run was stopped or the records could not be read. */
async function planNow(course: Course): Promise<BulkPlan | null> {
  const planner = createPlanner(course.wishes, course.need().refusalOf)
  const outcome = await readRecords(course, 'planning', planner.add)
  if (outcome === 'ended') setStep(course, { name: 'choosing' })
  return outcome === 'read' ? planner.plan() : null
}

async function readRecords(
  course: Course,
  name: 'reading' | 'planning',
  visit: Tally['add'],
): Promise<'read' | 'ended' | 'failed'> {
  const { signal } = beginRun(course)
  setStep(course, { name, progress: nothingYet })
  try {
    await course.need().rows.read((rows, done, total) => {
      if (signal.aborted) return
      for (const row of rows) visit(row)
      setStep(course, { name, progress: { done, total } })
    }, signal)
  } catch {
    setStep(course, { name: 'unreadable' })
    return 'failed'
  }
  return signal.aborted ? 'ended' : 'read'
}

/** Aborts the previous run; only one runs at a time. */
function beginRun(course: Course): AbortController {
  course.running.abort()
  course.running = new AbortController()
  return course.running
}
