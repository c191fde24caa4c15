import type { BulkEditProps, BulkOutcome } from './bulk-edit-props.ts'
import { createPlanner, type BulkPlan, type Wish } from './bulk-plan.ts'
import { createValueTally, type Tally } from './value-tally.ts'

export interface Progress {
  readonly done: number
  readonly total: number
}

/**
 * Where a bulk edit stands. `planned.before`: how many records an earlier preview was made for, when applying found that it no longer holds. `applied`: what
 * is kept; `left` records were planned but are not kept, because the user stopped or the device could not.
 */
export type BulkStep =
  | { readonly name: 'reading'; readonly progress: Progress }
  | { readonly name: 'unreadable' }
  | { readonly name: 'choosing' }
  | { readonly name: 'planning'; readonly progress: Progress }
  | { readonly name: 'planned'; readonly plan: BulkPlan; readonly before: number | null }
  | { readonly name: 'applying'; readonly progress: Progress; readonly isStopping: boolean }
  | { readonly name: 'applied'; readonly plan: BulkPlan; readonly outcome: BulkOutcome; readonly left: number }

/** The course of one bulk edit: read, choose, look, do, see what came of it. Outside React; fit for useSyncExternalStore. */
export interface BulkCourse {
  getStep(): BulkStep
  /** What the chosen records held when they were first read; null until then. */
  getTally(): Tally | null
  subscribe(listener: () => void): () => void
  begin(): Promise<void>
  preview(wishes: readonly Wish[]): Promise<void>
  /** Back to the fields. */
  back(): void
  /**
   * Does what the preview showed. Reads the records once more, because a search may find others by now: when their number is another, or none is left to
   * change, the preview is shown again instead. After a stop or a failure it goes on with the rest.
   */
  apply(): Promise<void>
  /** Ends what is being read or kept. */
  stop(): void
}

export type CourseDeps = Pick<BulkEditProps, 'fields' | 'rows' | 'apply' | 'refusalOf'>

interface Course {
  /** Asked at the moment of use. */
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

/** Null when it was ended midway, or the records could not be read. */
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

/** One thing at a time: what ran before is ended. */
function beginRun(course: Course): AbortController {
  course.running.abort()
  course.running = new AbortController()
  return course.running
}
