import { z } from 'zod'

/** `GET /api/demo-data/mark`, for everybody: whether the office holds demo data, as the line at the top of every page says. */
export const demoMarkSchema = z.object({ is_present: z.boolean() })

/** Demo records of one book, or of what is no book (posts, letters). */
const demoPartSchema = z.object({
  label: z.string(),
  /** Records that go, and how many of them somebody has changed. */
  removed: z.int().nonnegative(),
  edited: z.int().nonnegative(),
  /** Records that stay because a record of the office points at them: they are the office's own from then on. */
  kept: z.int().nonnegative(),
  /** Some of those by name. */
  kept_names: z.array(z.string()),
})

/** `GET /api/demo-data/` (superusers): what a removal would take and leave, nothing written. `DELETE /api/demo-data/`: the same, done. Parts without demo records are left out. */
export const demoDataSchema = z.object({ parts: z.array(demoPartSchema) })
export type DemoData = z.infer<typeof demoDataSchema>
export type DemoPart = DemoData['parts'][number]

/** On the document's root: `none` hides the line about demo data, before any script has asked. */
export const demoAttribute = 'data-demo'
