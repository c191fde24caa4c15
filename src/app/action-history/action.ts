import { z } from 'zod'
import { collectionNames } from '#contract/books/collections.ts'
import { filterSchema } from '#contract/query.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
const values = z.record(z.string(), value)
const target = { collection: z.enum(collectionNames), id: z.string(), caption: z.string() }

/**
 * What one action did to one record or one table layout, with everything it takes to do the opposite: old and new value per field, the values a record was made
 * with, a deleted record as it stood. `fields` holds what is not null; it is null itself while the values of an imported row have not reached this device.
 */
const partSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('update'),
    ...target,
    changes: z.record(z.string(), z.object({ old: value, new: value })),
    /** Of what the server wrote by itself (an import): the version that has it. Until it is here nobody can tell whether it still stands. */
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

/** What an import came to; its screen says so until somebody has read it. */
const importedSchema = z.object({
  created: z.number(),
  changed: z.number(),
  /** Finds the records in their list; null where there are too many of all kinds to ask for. */
  shownBy: filterSchema.nullable(),
})
export type Imported = z.infer<typeof importedSchema>

/** One action of a user as the list of actions shows it. Its parts are kept apart: an import has thousands of them. */
export const actionHeadSchema = z.object({
  id: z.string(),
  /** Korean, as the buttons and toasts name it: `셀 수정 (김가온)`. */
  label: z.string(),
  /** Milliseconds since 1970, by the device's clock. */
  at: z.number(),
  /** The table whose layout it changed: only where that is open can it be taken back. Absent: records were changed. */
  tableId: z.string().optional(),
  /** It was an import whose result is still to be read. */
  imported: importedSchema.optional(),
})
export type ActionHead = z.infer<typeof actionHeadSchema>

export type Direction = 'undo' | 'redo'
