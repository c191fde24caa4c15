import { type SelectQueryBuilder, sql } from 'kysely'
import type { Post, PostList, PostSummary } from '#contract/blog/blog-public.ts'
import { isPostCategory, postCategories, type PostCategory } from '#contract/blog/blog-texts.ts'
import type { PostQuery } from '#contract/blog/blog.ts'
import type { SiteSection } from '#contract/site/site-sections.ts'
import { toOfficeMoment } from '#domain/dates/office-moment.ts'
import { isPost, stripAnchor } from '#domain/site-search/rank-sections.ts'
import type { SiteMatches } from '#domain/site-search/site-matches.ts'
import { findPassage } from '#domain/text/find-passage.ts'
import type { Database } from '#server/db/client.ts'
import { toPlainText } from '#server/documents/markdown/render-markdown.ts'
import type { Tables } from '#server/schema/tables/tables.ts'

/** A page of published posts, newest first, with the count per category. */
export async function listPosts(db: Database, query: PostQuery): Promise<PostList> {
  const { page, page_size } = query
  const [rows, total, counts] = await Promise.all([
    selectSummaries(selectMatching(db, query))
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
    countPosts(db, query),
    selectPublished(db)
      .select(['category', sql<number>`count(*)`.as('count')])
      .groupBy('category')
      .execute(),
  ])
  return {
    results: rows.map(toSummary),
    total_count: total,
    categories: postCategories.flatMap(({ value }) => {
      const count = counts.find((row) => row.category === value)?.count
      return count === undefined ? [] : [{ category: value, count }]
    }),
  }
}

/** The published posts that the search of the site finds, the best first, with passages. */
export async function searchPosts(
  db: Database,
  query: PostQuery,
  { found, marked, note }: SiteMatches,
): Promise<PostList> {
  const { page, page_size } = query
  const byPath = Map.groupBy(found.filter(isPost), stripAnchor)
  const ids = [...byPath.keys()].map((path) => Number(path.slice(path.lastIndexOf('/') + 1)))
  const [rows, { categories }] = await Promise.all([
    ids.length === 0 ? [] : selectSummaries(selectMatching(db, query)).where('id', 'in', ids).execute(),
    listPosts(db, { page: 1, page_size: 1 }),
  ])
  const posts = rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map(toSummary)
  const start = (page - 1) * page_size
  return {
    results: posts.slice(start, start + page_size).map((post) => addPassage(post, byPath, marked)),
    total_count: posts.length,
    categories,
    near: note === null || posts.length === 0 ? null : { after: 0, says: note },
  }
}

function addPassage(post: PostSummary, byPath: ReadonlyMap<string, SiteSection[]>, marked: string): PostSummary {
  const passages = byPath.get(`/blog/${post.id}`)?.map(({ text }) => findPassage(text, marked))
  const passage = passages?.find((found) => found !== null)
  return passage ? { ...post, passage: [...passage] } : post
}

/** Changes whenever a published post does. */
export async function readRevision(db: Database): Promise<string> {
  const row = await db
    .selectFrom('blog_post')
    .select(sql<string>`concat(count(*), ' ', sum(version), ' ', max(updated_at))`.as('revision'))
    .where('state', '=', 'published')
    .executeTakeFirstOrThrow()
  return row.revision
}

/** Number of posts in the whole list. */
export async function countPosts(db: Database, query: PostQuery): Promise<number> {
  const { count } = await selectMatching(db, query)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function selectPublished(db: Database) {
  return db.selectFrom('blog_post').where('state', '=', 'published')
}

function selectMatching(db: Database, { category, tag }: PostQuery) {
  return selectPublished(db)
    .$if(Boolean(category), (filtered) => filtered.where('category', '=', category ?? ''))
    .$if(Boolean(tag), (filtered) => filtered.where(sql<boolean>`${tag ?? ''} = any(tags)`))
}

/**
 * One post with two related ones; undefined when it doesn't exist or is a draft that the reader may
 * not see.
 */
export async function readPost(
  db: Database,
  id: string,
  { withDrafts }: { withDrafts: boolean },
): Promise<Post | undefined> {
  const row = await db
    .selectFrom('blog_post')
    .select([...summaryColumns, 'html', 'state'])
    .where('id', '=', Number(id))
    .$if(!withDrafts, (filtered) => filtered.where('state', '=', 'published'))
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    ...toSummary(row),
    content: row.html,
    state: row.state === 'published' ? 'published' : 'draft',
    related: await readRelated(db, row),
  }
}

/** True when a published post has this id. */
export async function isPublished(db: Database, id: string): Promise<boolean> {
  const post = await db
    .selectFrom('blog_post')
    .select('id')
    .where('id', '=', Number(id))
    .where('state', '=', 'published')
    .executeTakeFirst()
  return post !== undefined
}

/** The newest published posts with their content, for RSS. */
export async function readNewestPosts(db: Database, count: number): Promise<(PostSummary & { content: string })[]> {
  const rows = await selectSummaries(db.selectFrom('blog_post').where('state', '=', 'published'))
    .select('html')
    .limit(count)
    .execute()
  return rows.map((row) => ({ ...toSummary(row), content: row.html }))
}

/** Paths and last save times of published posts, newest first; at most `count`. */
export async function readPublishedPaths(db: Database, count: number): Promise<{ path: string; changedAt: string }[]> {
  const rows = await db
    .selectFrom('blog_post')
    .select(['id', 'updated_at'])
    .where('state', '=', 'published')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  return rows.map((row) => ({ path: `/blog/${row.id}`, changedAt: row.updated_at }))
}

const relatedCount = 2

/** Prefers posts with a common tag, then the same category, then the newest. */
async function readRelated(db: Database, post: PostRow): Promise<PostSummary[]> {
  const rows = await db
    .selectFrom('blog_post')
    .select(summaryColumns)
    .where('state', '=', 'published')
    .where('id', '!=', post.id)
    .orderBy(
      sql`(select count(*) * 2 from unnest(tags) tag where tag = any(${post.tags}::text[])) + (category = ${post.category})::int`,
      'desc',
    )
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(relatedCount)
    .execute()
  return rows.map(toSummary)
}

const summaryColumns = [
  ...(['id', 'version', 'title', 'excerpt', 'category', 'tags', 'image'] as const),
  ...(['published_at', 'reading_minutes', 'author_name', 'image_alt', 'author_image'] as const),
] as const

function selectSummaries(posts: SelectQueryBuilder<Tables, 'blog_post', object>) {
  return posts.select(summaryColumns).orderBy('published_at', 'desc').orderBy('id', 'desc')
}

interface PostRow {
  id: number
  version: number
  title: string
  excerpt: string
  category: string
  tags: string[]
  image: string | null
  published_at: string | null
  reading_minutes: number
  author_name: string
  image_alt: string
  author_image: string | null
}

/** Single-line fields may contain Markdown marks like the body; visitors see the plain text. */
function toSummary(row: PostRow): PostSummary {
  return {
    id: String(row.id),
    version: row.version,
    title: toPlainText(row.title) || row.title,
    excerpt: toPlainText(row.excerpt),
    category: toKnownCategory(row.category),
    tags: row.tags,
    imageUrl: row.image,
    imageAlt: toPlainText(row.image_alt),
    date: row.published_at === null ? null : (toOfficeMoment(row.published_at)?.day ?? null),
    datetime: row.published_at,
    readingTime: row.reading_minutes,
    author: { name: row.author_name, imageUrl: row.author_image },
  }
}

/**
 * A category of a later version, left over after a downgrade, is shown as the office's own news.
 */
function toKnownCategory(category: string): PostCategory {
  return isPostCategory(category) ? category : 'office'
}
