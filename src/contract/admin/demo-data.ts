import { z } from 'zod'

/**
 * `GET /api/demo-data/mark`, public: whether demo data is present, for the notice at the top of
 * every page.
 */
export const demoMarkSchema = z.object({ is_present: z.boolean() })

/** Demo records of one book, or of something that is no book (posts, letters). */
const demoPartSchema = z.object({
  label: z.string(),
  /** Records to remove, and how many of them were edited. */
  removed: z.int().nonnegative(),
  edited: z.int().nonnegative(),
  /**
   * Records that stay because one of the office's own records refers to them; they then count as
   * the office's own.
   */
  kept: z.int().nonnegative(),
  /** Names of some of those. */
  kept_names: z.array(z.string()),
})

/**
 * `GET /api/demo-data/` (superusers): what a removal would remove and keep, without writing.
 * `DELETE /api/demo-data/`: removes it. Parts without demo records are left out.
 */
export const demoDataSchema = z.object({ parts: z.array(demoPartSchema) })
export type DemoData = z.infer<typeof demoDataSchema>
export type DemoPart = DemoData['parts'][number]

/**
 * Attribute of the root element; `none` hides the demo notice before any script has received the
 * server's response.
 */
export const demoAttribute = 'data-demo'
