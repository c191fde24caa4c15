import * as z from 'zod/mini'

/**
 * What visitors read of the blog 소식 (spec 3 §2, "Blog post" in §3). zod/mini, because these schemas travel to every visitor; what staff write with stands in
 * blog.ts.
 */
export const postCategories = [
  { value: 'registration', label: '부동산 등기' },
  { value: 'tax', label: '세금' },
  { value: 'deposit', label: '공탁' },
  { value: 'lease', label: '주택임대차' },
  { value: 'corporate', label: '법인 등기' },
  { value: 'civil', label: '민사' },
  { value: 'office', label: '사무소 소식' },
] as const
export type PostCategory = (typeof postCategories)[number]['value']

export function isPostCategory(value: unknown): value is PostCategory {
  return postCategories.some((category) => category.value === value)
}

export function categoryLabel(category: PostCategory): string {
  return postCategories.find(({ value }) => value === category)?.label ?? category
}

/** A human number as text: '1', '2', … (spec 3 §2). It stands in the address /blog/{id}, so it is short and never given twice. */
export const postIdSchema = z.string().check(z.regex(/^[1-9]\d{0,14}$/, '게시글 번호가 올바르지 않습니다.'))

export const blogPath = '/api/blog/posts/'
/** Pictures of posts; the address ends in the SHA-256 of what it shows. */
export const blogPicturePath = '/api/blog/pictures/'

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

/** Posts on one page of the public list. */
export const postsPerPage = 10

/** So many posts open without a network. */
export const postsKeptOffline = 20

/** Which part of the public list is asked for; the same question has the same address everywhere, because it is what devices keep the answer under. */
export function postListAddress({
  page = 1,
  category = null,
  tag = null,
}: {
  page?: number
  category?: PostCategory | null
  tag?: string | null
}): string {
  const question = [
    ...(page > 1 ? [`page=${page}`] : []),
    ...(category ? [`category=${category}`] : []),
    ...(tag ? [`tag=${encodeURIComponent(tag)}`] : []),
  ].join('&')
  return question === '' ? blogPath : `${blogPath}?${question}`
}
