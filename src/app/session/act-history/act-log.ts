import { z } from 'zod'
import { actHeadSchema, type ActHead } from './act.ts'

/** The acts of one tab on one screen in the order they were done; the first `done` of them can be undone, the others done again. */
export const actLogSchema = z.object({ acts: z.array(actHeadSchema), done: z.int().nonnegative() })
export type ActLog = Readonly<z.infer<typeof actLogSchema>>

/** grid.md §14 line 21. */
export const actLimits = { steps: 200, ms: 86_400_000 } as const

export const emptyLog: ActLog = { acts: [], done: 0 }

/** A new act ends what could have been done again: from here on the story is another. */
export function withAct(log: ActLog, act: ActHead): ActLog {
  const acts = [...log.acts.slice(0, log.done), act]
  return pruned({ acts, done: acts.length }, act.at)
}

/** Without acts older than a day, and without the oldest beyond 200. */
export function pruned(log: ActLog, now: number): ActLog {
  const young = log.acts.findIndex((act) => now - act.at < actLimits.ms)
  const aged = young === -1 ? log.acts.length : young
  const cut = Math.max(aged, log.acts.length - actLimits.steps)
  return cut === 0 ? log : { acts: log.acts.slice(cut), done: Math.max(0, log.done - cut) }
}

export function nextUndo(log: ActLog): ActHead | null {
  return log.acts[log.done - 1] ?? null
}

export function nextRedo(log: ActLog): ActHead | null {
  return log.acts[log.done] ?? null
}

export function undone(log: ActLog): ActLog {
  return { ...log, done: Math.max(0, log.done - 1) }
}

export function redone(log: ActLog): ActLog {
  return { ...log, done: Math.min(log.acts.length, log.done + 1) }
}
