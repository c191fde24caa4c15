import { z } from 'zod'
import { actionHeadSchema, type ActionHead } from './action.ts'

/**
 * Actions of one tab on one screen in the order they were done. The first `done` can be undone, the
 * others redone.
 */
export const actionLogSchema = z.object({ actions: z.array(actionHeadSchema), done: z.int().nonnegative() })
export type ActionLog = Readonly<z.infer<typeof actionLogSchema>>

export const actionLimits = { steps: 200, ms: 86_400_000 } as const

export const emptyLog: ActionLog = { actions: [], done: 0 }

/** Appends an action and drops those that could be redone. */
export function withAction(log: ActionLog, action: ActionHead): ActionLog {
  const actions = [...log.actions.slice(0, log.done), action]
  return pruned({ actions, done: actions.length }, action.at)
}

/** Drops actions older than a day and the oldest ones beyond 200. */
export function pruned(log: ActionLog, now: number): ActionLog {
  const firstRecent = log.actions.findIndex((action) => now - action.at < actionLimits.ms)
  const aged = firstRecent === -1 ? log.actions.length : firstRecent
  const cut = Math.max(aged, log.actions.length - actionLimits.steps)
  return cut === 0 ? log : { actions: log.actions.slice(cut), done: Math.max(0, log.done - cut) }
}

/** Whether an action can be undone or redone on the current screen. */
export type IsWithinReach = (action: ActionHead) => boolean

/** The newest action within reach; skips the others. */
export function nextUndo({ actions, done }: ActionLog, isWithinReach: IsWithinReach): ActionHead | null {
  return actions.slice(0, done).findLast(isWithinReach) ?? null
}

export function nextRedo({ actions, done }: ActionLog, isWithinReach: IsWithinReach): ActionHead | null {
  return actions.slice(done).find(isWithinReach) ?? null
}

/** Skipped actions stay done, so the undone action moves behind them. */
export function undone(log: ActionLog, action: ActionHead): ActionLog {
  const others = log.actions.filter(({ id }) => id !== action.id)
  const done = Math.max(0, log.done - 1)
  return { actions: others.toSpliced(done, 0, action), done }
}

/** Removes the import result of an action, or marks it as read. */
export function withResultRead({ actions, done }: ActionLog, actId: string): ActionLog {
  return {
    actions: actions.map(({ imported, ...head }) => (head.id === actId || !imported ? head : { ...head, imported })),
    done,
  }
}

export function redone(log: ActionLog, action: ActionHead): ActionLog {
  const others = log.actions.filter(({ id }) => id !== action.id)
  return { actions: others.toSpliced(log.done, 0, action), done: Math.min(log.actions.length, log.done + 1) }
}
