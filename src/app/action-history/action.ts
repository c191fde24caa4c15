import { z } from 'zod'
import { collectionNames } from '#contract/books/collections.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import { filterSchema } from '#contract/records/query.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
const values = z.record(z.string(), value)
const target = { collection: z.enum(collectionNames), id: z.string(), caption: z.string() }

/**
 * What one action did to one record or one table layout, with all that is needed to reverse it: old
 * and new value per field, the values a record was created with, or a deleted record. `fields`
 * omits null values and is itself null until an imported row's values have reached this device.
 */
const actionChangeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('update'),
    ...target,
    changes: z.record(z.string(), z.object({ old: value, new: value })),
    /**
     * Version that contains a change the server made itself (an import). Until this device has it,
     * undo can't tell whether the change still applies.
     */
    version: z.number().optional(),
  }),
  z.object({ kind: z.literal('create'), ...target, fields: values.nullable() }),
  z.object({ kind: z.literal('delete'), ...target, fields: values }),
  z.object({ kind: z.literal('layout'), tableId: z.string(), before: z.json(), after: z.json() }),
])
export const actionChangesSchema = z.array(actionChangeSchema)
export type ActionChange = z.infer<typeof actionChangeSchema>
export type RecordChange = Exclude<ActionChange, { kind: 'layout' }>
export type TableLayoutChange = Extract<ActionChange, { kind: 'layout' }>

/** Result of an import, shown on its screen until dismissed. */
const importedSchema = z.object({
  created: z.number(),
  changed: z.number(),
  /**
   * Filter that finds the records in their list; null when there are too many different ones to
   * filter for.
   */
  shownBy: filterSchema.nullable(),
})
export type ImportSummary = z.infer<typeof importedSchema>

/**
 * One action as the log lists it. Its changes are stored separately, because an import has
 * thousands of them.
 */
const actionHeadSchema = z.object({
  id: z.string(),
  /** Korean, as buttons and toasts show it: `셀 수정 (김가온)`. */
  label: z.string(),
  /** Unix time in ms, by the device's clock. */
  at: z.number(),
  /**
   * The table whose layout changed; the action can only be undone while that table is open. Absent
   * for changes of records.
   */
  tableId: z.string().optional(),
  /** Set for an import whose result hasn't been read yet. */
  imported: importedSchema.optional(),
})
export type ActionHead = z.infer<typeof actionHeadSchema>

export type Direction = 'undo' | 'redo'

/**
 * Actions of one tab on one screen in the order they were done. The first `done` can be undone, the
 * others redone.
 */
export const actionLogSchema = z.object({ actions: z.array(actionHeadSchema), done: z.int().nonnegative() })
export type ActionLog = Readonly<z.infer<typeof actionLogSchema>>

const maxActions = 200
export const maxActionAgeMs = dayMs

export const emptyLog: ActionLog = { actions: [], done: 0 }

/** Appends an action and drops those that could be redone. */
export function withAction(log: ActionLog, action: ActionHead): ActionLog {
  const actions = [...log.actions.slice(0, log.done), action]
  return pruneLog({ actions, done: actions.length }, action.at)
}

/** Drops actions older than a day and the oldest ones beyond 200. */
export function pruneLog(log: ActionLog, now: number): ActionLog {
  const firstRecent = log.actions.findIndex((action) => now - action.at < maxActionAgeMs)
  const expiredCount = firstRecent === -1 ? log.actions.length : firstRecent
  const dropCount = Math.max(expiredCount, log.actions.length - maxActions)
  return dropCount === 0 ? log : { actions: log.actions.slice(dropCount), done: Math.max(0, log.done - dropCount) }
}

/** Whether an action can be undone or redone on the current screen. */
type IsWithinReach = (action: ActionHead) => boolean

/** The newest action within reach; skips the others. */
export function findNextUndo({ actions, done }: ActionLog, isWithinReach: IsWithinReach): ActionHead | null {
  return actions.slice(0, done).findLast(isWithinReach) ?? null
}

export function findNextRedo({ actions, done }: ActionLog, isWithinReach: IsWithinReach): ActionHead | null {
  return actions.slice(done).find(isWithinReach) ?? null
}

/** Skipped actions stay done, so the undone action moves behind them. */
export function applyUndo(log: ActionLog, action: ActionHead): ActionLog {
  const otherActions = log.actions.filter(({ id }) => id !== action.id)
  const done = Math.max(0, log.done - 1)
  return { actions: otherActions.toSpliced(done, 0, action), done }
}

/** Removes the import result of an action, or marks it as read. */
export function withResultRead({ actions, done }: ActionLog, actionId: string): ActionLog {
  return {
    actions: actions.map(({ imported, ...head }) => (head.id === actionId || !imported ? head : { ...head, imported })),
    done,
  }
}

export function applyRedo(log: ActionLog, action: ActionHead): ActionLog {
  const otherActions = log.actions.filter(({ id }) => id !== action.id)
  return { actions: otherActions.toSpliced(log.done, 0, action), done: Math.min(log.actions.length, log.done + 1) }
}
