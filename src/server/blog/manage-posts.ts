import { type Selectable, sql } from 'kysely'
import { isPostCategory } from '#contract/blog/blog-words.ts'
import type { ManageList, ManageQuery, ManagedPost } from '#contract/blog/blog.ts'
import { forgivingSearch, readingNote } from '#domain/text/forgiving-search.ts'
import type { Database } from '../db/client.ts'
import type { BlogPostTable } from '../schema/tables/blog.ts'

/**
 * A page of all posts, drafts included, last changed first. Posts that pass the state filter are
 * searched in memory (초성 included), because an office has only a few hundred.
 */
export async function listManagedPosts(db: Database, query: ManageQuery): Promise<ManageList> {
  const { state, page, page_size } = query
  const rows = await db
    .selectFrom('blog_post')
    .select(listColumns)
    .$if(Boolean(state), (wanted) => wanted.where('state', '=', state ?? ''))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const { search = '' } = query
  const { found, near } = search.trim() ? findRows(rows, search) : { found: rows, near: null }
  const start = (page - 1) * page_size
  return { results: found.slice(start, start + page_size).map(toListed), total_count: found.length, near }
}

/** What fits the search as it is typed, then what fits another reading of it. */
function findRows(rows: readonly Row[], search: string): { found: readonly Row[]; near: ManageList['near'] } {
  const find = forgivingSearch(rows, ({ title, excerpt, tags }) => ({
    title,
    about: [excerpt, ...tags].join('\n'),
    body: '',
  }))
  const { exact, near } = find(search)
  return {
    found: [...exact, ...(near?.items ?? [])],
    near: near && { after: exact.length, says: readingNote(search, near.reading) },
  }
}

export async function readManagedPost(db: Database, id: string): Promise<ManagedPost | undefined> {
  const row = await db
    .selectFrom('blog_post')
    .select([...listColumns, 'markdown'])
    .where('id', '=', Number(id))
    .executeTakeFirst()
  return row && { ...toListed(row), markdown: row.markdown }
}

/** Id of the post that an earlier call with this creation key made. */
export async function findByCreationKey(db: Database, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('blog_post')
    .select(sql<string>`id::text`.as('id'))
    .where('creation_key', '=', key)
    .executeTakeFirst()
  return row?.id
}

const listColumns = [
  ...(['id', 'version', 'title', 'excerpt', 'category', 'tags', 'image'] as const),
  ...(['image_alt', 'author_name', 'author_image', 'state', 'published_at', 'updated_at', 'updated_by'] as const),
] as const

type Row = Pick<Selectable<BlogPostTable>, (typeof listColumns)[number]>

function toListed(row: Row): Omit<ManagedPost, 'markdown'> {
  return {
    ...row,
    id: String(row.id),
    category: isPostCategory(row.category) ? row.category : 'office',
    state: row.state === 'published' ? 'published' : 'draft',
  }
}
