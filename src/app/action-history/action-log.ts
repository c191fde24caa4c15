import { z } from 'zod'
import { actionHeadSchema, type ActionHead } from './action.ts'

/** The actions of one tab on one screen in the order they were done; the first `done` of them can be undone, the others done again. */
export const actionLogSchema = z.object({ actions: z.array(actionHeadSchema), done: z.int().nonnegative() })
export type ActionLog = Readonly<z.infer<typeof actionLogSchema>>

/** grid.md §14 line 21. */
export const actionLimits = { steps: 200, ms: 86_400_000 } as const

export const emptyLog: ActionLog = { actions: [], done: 0 }

/** A new action ends what could have been done again: from here on the story is another. */
export function withAction(log: ActionLog, action: ActionHead): ActionLog {
  const actions = [...log.actions.slice(0, log.done), action]
  return pruned({ actions, done: actions.length }, action.at)
}

/** Without actions older than a day, and without the oldest beyond 200. */
export function pruned(log: ActionLog, now: number): ActionLog {
  const young = log.actions.findIndex((action) => now - action.at < actionLimits.ms)
  const aged = young === -1 ? log.actions.length : young
  const cut = Math.max(aged, log.actions.length - actionLimits.steps)
  return cut === 0 ? log : { actions: log.actions.slice(cut), done: Math.max(0, log.done - cut) }
}

export function nextUndo(log: ActionLog): ActionHead | null {
  return log.actions[log.done - 1] ?? null
}

export function nextRedo(log: ActionLog): ActionHead | null {
  return log.actions[log.done] ?? null
}

export function undone(log: ActionLog): ActionLog {
  return { ...log, done: Math.max(0, log.done - 1) }
}

export function redone(log: ActionLog): ActionLog {
  return { ...log, done: Math.min(log.actions.length, log.done + 1) }
}
