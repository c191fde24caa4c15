import * as z from 'zod/mini'
import { postCategories } from './blog-texts.ts'

/** What visitors read of the blog 소식. The schemas for writing posts are in blog.ts. */

/** A short number as text: '1', '2', … It is part of the path /blog/{id} and is never reused. */
export const postIdSchema = z.string().check(z.regex(/^[1-9]\d{0,14}$/, '게시글 번호가 올바르지 않습니다.'))

const categorySchema = z.enum(postCategories.map(({ value }) => value))

export const postSummarySchema = z.object({
  id: z.string(),
  /** Raised by every save; an equal version means the copy is current. */
  version: z.int(),
  title: z.string(),
  excerpt: z.string(),
  category: categorySchema,
  tags: z.array(z.string()),
  /** Path on this server. */
  imageUrl: z.nullable(z.string()),
  /** Alt text. Optional because devices may hold responses from before the field existed. */
  imageAlt: z.optional(z.string()),
  /** Day of publication in the office's time zone, `YYYY-MM-DD`; null for a draft. */
  date: z.nullable(z.string()),
  /** The same as an instant. */
  datetime: z.nullable(z.string()),
  /** Minutes. */
  readingTime: z.int(),
  author: z.object({ name: z.string(), imageUrl: z.nullable(z.string()) }),
  /** In results of a search: the sentence it found, in parts; every second part matched. */
  passage: z.optional(z.array(z.string())),
})
export type PostSummary = z.infer<typeof postSummarySchema>

/** `GET /api/blog/posts/{id}/`. `content` is HTML that the server rendered and sanitized. */
export const postSchema = z.extend(postSummarySchema, {
  content: z.string(),
  state: z.enum(['draft', 'published']),
  related: z.array(postSummarySchema),
})
export type Post = z.infer<typeof postSchema>

/**
 * `GET /api/blog/posts/`: published posts, newest first; the results of a search best first.
 * `categories` counts all published posts. `near`: posts from index `after` on match a
 * corrected reading of the search, which `says` names. `services`: what a search found on the other
 * public pages. Both optional, because devices hold older responses without them.
 */
export const postListSchema = z.object({
  results: z.array(postSummarySchema),
  total_count: z.int(),
  categories: z.array(z.object({ category: categorySchema, count: z.int() })),
  near: z.optional(z.nullable(z.object({ after: z.int(), says: z.string() }))),
  services: z.optional(z.array(z.object({ label: z.string(), href: z.string(), passage: z.array(z.string()) }))),
})
export type PostList = z.infer<typeof postListSchema>
