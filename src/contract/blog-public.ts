import * as z from 'zod/mini'
import { postCategories } from './blog-words.ts'

/** What visitors read of the blog 소식 (spec 3 §2, "Blog post" in §3); what staff write with stands in blog.ts. */

/** A human number as text: '1', '2', … (spec 3 §2). It stands in the address /blog/{id}, so it is short and never given twice. */
export const postIdSchema = z.string().check(z.regex(/^[1-9]\d{0,14}$/, '게시글 번호가 올바르지 않습니다.'))

const categorySchema = z.enum(postCategories.map(({ value }) => value))

export const postSummarySchema = z.object({
  id: z.string(),
  /** Raised by every save: a device that has this one has the text as it stands. */
  version: z.int(),
  title: z.string(),
  excerpt: z.string(),
  category: categorySchema,
  tags: z.array(z.string()),
  /** A path of this server. */
  imageUrl: z.nullable(z.string()),
  /** What the picture shows; devices may still hold answers of before it was asked for. */
  imageAlt: z.optional(z.string()),
  /** Day of publication in the office's calendar, `YYYY-MM-DD`; null for a draft. */
  date: z.nullable(z.string()),
  /** The same as an instant. */
  datetime: z.nullable(z.string()),
  /** Minutes. */
  readingTime: z.int(),
  author: z.object({ name: z.string(), imageUrl: z.nullable(z.string()) }),
})
export type PostSummary = z.infer<typeof postSummarySchema>

/** `GET /api/blog/posts/{id}/`. `content` is HTML of the server's own making, sanitised (server/documents/markdown). */
export const postSchema = z.extend(postSummarySchema, {
  content: z.string(),
  state: z.enum(['draft', 'published']),
  related: z.array(postSummarySchema),
})
export type Post = z.infer<typeof postSchema>

/** `GET /api/blog/posts/`: the published ones, newest first. `categories` counts them all, whatever is asked for. */
export const postListSchema = z.object({
  results: z.array(postSummarySchema),
  total_count: z.int(),
  categories: z.array(z.object({ category: categorySchema, count: z.int() })),
})
export type PostList = z.infer<typeof postListSchema>
