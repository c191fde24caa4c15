import { z } from 'zod'
import { collectionNames } from '#contract/books/collections.ts'
import { filterSchema } from '#contract/records/query.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
const values = z.record(z.string(), value)
const target = { collection: z.enum(collectionNames), id: z.string(), caption: z.string() }

/**
 * What one action did to one record or one table layout, with all that is needed to reverse it: old
 * and new value per field, the values a record was created with, or a deleted record. `fields`
 * omits null values and is itself null until an imported row's values have reached this device.
 */
const partSchema = z.discriminatedUnion('kind', [
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
export const partsSchema = z.array(partSchema)
export type ActionPart = z.infer<typeof partSchema>
export type RecordPart = Exclude<ActionPart, { kind: 'layout' }>
export type LayoutPart = Extract<ActionPart, { kind: 'layout' }>

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
export type Imported = z.infer<typeof importedSchema>

/**
 * One action as the log lists it. Its parts are stored separately, because an import has thousands
 * of them.
 */
export const actionHeadSchema = z.object({
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
