import * as z from 'zod/mini'

/** The text of a public page or a post under one heading. */
const siteSectionSchema = z.object({
  /** Title of the page or post. */
  page: z.string(),
  heading: z.string(),
  /** Path on this site, with the anchor of the heading if it has one. */
  href: z.string(),
  text: z.string(),
  /** Tags and category of a post, with its summary. */
  keywords: z.optional(z.string()),
  /** Who wrote a post, with its summary. */
  author: z.optional(z.string()),
})
export type SiteSection = z.infer<typeof siteSectionSchema>

/** Answer of `siteSectionsPath`, in the order in which equally good matches are shown. */
export const siteSectionsSchema = z.object({ sections: z.array(siteSectionSchema) })
