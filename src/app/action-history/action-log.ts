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

/** Whether an action can be taken back, or done again, where one is now. */
export type IsWithinReach = (action: ActionHead) => boolean

/** The newest action within reach; others stay where they are. */
export function nextUndo({ actions, done }: ActionLog, isWithinReach: IsWithinReach): ActionHead | null {
  return actions.slice(0, done).findLast(isWithinReach) ?? null
}

export function nextRedo({ actions, done }: ActionLog, isWithinReach: IsWithinReach): ActionHead | null {
  return actions.slice(done).find(isWithinReach) ?? null
}

/** What was passed by still stands done, so the action takes its place behind it. */
export function undone(log: ActionLog, action: ActionHead): ActionLog {
  const others = log.actions.filter(({ id }) => id !== action.id)
  const done = Math.max(0, log.done - 1)
  return { actions: others.toSpliced(done, 0, action), done }
}

/** What an import came to has been read. */
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
