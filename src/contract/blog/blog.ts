import { z } from 'zod'
import { filterText } from '#contract/records/list-query.ts'
import { buildTextSchema, idSchema, instantSchema } from '#contract/records/values.ts'
import { postIdSchema } from './blog-public.ts'
import { blogPicturePath, postCategories, postsPerPage } from './blog-texts.ts'

/** Schemas for writing and managing posts. What visitors read is in blog-public.ts. */

export const postStates = [
  { value: 'draft', label: '초안' },
  { value: 'published', label: '게시됨' },
] as const
export type PostState = (typeof postStates)[number]['value']

const category = z.enum(postCategories.map(({ value }) => value))
const state = z.enum(postStates.map(({ value }) => value))

/** `GET /api/blog/posts/`, public. */
export const postQuerySchema = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  page_size: z.coerce.number().int().min(1).max(50).default(postsPerPage),
  category: z.union([z.literal(''), category]).optional(),
  tag: filterText,
  /**
   * Matches words, initial consonants, text typed in the wrong keyboard layout and similar words;
   * best matches first.
   */
  search: filterText,
})
export type PostQuery = z.infer<typeof postQuerySchema>

export const managedPostsPath = '/api/blog/manage/'
export const postPreviewPath = '/api/blog/preview/'

/**
 * Maximum characters of a post's source. Long enough for a book chapter, and the Markdown parser
 * takes well under a second on any input of this size.
 */
export const maxPostLength = 60_000

const markdownSchema = buildTextSchema(maxPostLength)
const requiredText = (maxLength: number, label: string) =>
  buildTextSchema(maxLength)
    .transform((text) => text.trim())
    .pipe(z.string().min(1, `${label} 입력해 주세요.`))

const picturePathSchema = z
  .string()
  .regex(new RegExp(`^${blogPicturePath}[0-9a-f]{64}$`), '올린 이미지만 쓸 수 있습니다.')

const postFields = {
  title: requiredText(120, '제목을'),
  excerpt: buildTextSchema(300).transform((text) => text.trim()),
  category,
  tags: z.array(requiredText(20, '태그를')).max(8, '태그는 8개까지 붙일 수 있습니다.'),
  markdown: markdownSchema,
  /** Picture above the post: a path returned by an upload. */
  image: picturePathSchema.nullable(),
  /** Alt text. */
  image_alt: buildTextSchema(200)
    .transform((text) => text.trim())
    .default(''),
  author_name: requiredText(40, '작성자를'),
  /** Picture of the author: a path returned by an upload. */
  author_image: picturePathSchema.nullable().default(null),
  state,
}

/**
 * `POST` to `managedPostsPath`. A repeated call with the same `creation_key` returns the post that
 * the first call created.
 */
export const postCreateSchema = z.strictObject({ ...postFields, creation_key: idSchema })
/**
 * `PUT`: `version` is the version the writer has read. If the server has another one, it writes
 * nothing and returns `conflict`.
 */
export const postChangeSchema = z.strictObject({ ...postFields, version: z.int().positive() })
export const postRemovalSchema = z.strictObject({ version: z.int().positive() })
export type PostFields = Omit<z.infer<typeof postChangeSchema>, 'version'>

export const postParamsSchema = z.object({ id: postIdSchema })

/** A post as its authors see it. */
export const managedPostSchema = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  excerpt: z.string(),
  category,
  tags: z.array(z.string()),
  markdown: z.string(),
  image: z.string().nullable(),
  image_alt: z.string(),
  author_name: z.string(),
  author_image: z.string().nullable(),
  state,
  published_at: instantSchema.nullable(),
  updated_at: instantSchema,
  updated_by: z.string(),
})
export type ManagedPost = z.infer<typeof managedPostSchema>

export const managedPostQuerySchema = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(20),
  state: z.union([z.literal(''), state]).optional(),
  search: filterText,
})
export type ManagedPostQuery = z.infer<typeof managedPostQuerySchema>

export const managedPostListSchema = z.object({
  results: z.array(managedPostSchema.omit({ markdown: true })),
  total_count: z.int(),
  /**
   * The posts from index `after` on match a corrected reading of the search; `says` names it.
   */
  near: z.object({ after: z.int(), says: z.string() }).nullable(),
})
export type ManagedPostList = z.infer<typeof managedPostListSchema>

export const previewRequestSchema = z.strictObject({ markdown: markdownSchema })
export const previewSchema = z.object({ html: z.string(), readingTime: z.int() })
export type Preview = z.infer<typeof previewSchema>

/** The type of a picture is detected from its content, not its name. */
export const postPictureLimits = {
  maxBytes: 5_242_880,
  maxSide: 4096,
  types: ['image/png', 'image/jpeg', 'image/webp'],
}

/** Placeholder alt text until the author describes the picture. */
export const pictureAltPlaceholder = '사진 설명'

/**
 * Whether a picture still has the placeholder alt text, which screen readers and search engines
 * would read.
 */
export function hasUndescribedPicture(markdown: string): boolean {
  return undescribed.test(markdown)
}

const undescribed = new RegExp(`!\\[(?:\\s*${pictureAltPlaceholder})?\\s*\\]\\(`)

/** `POST` to `blogPicturePath` with the form file `img`. */
export const pictureResponseSchema = z.object({ url: z.string(), width: z.int(), height: z.int() })
export type PictureResponse = z.infer<typeof pictureResponseSchema>
