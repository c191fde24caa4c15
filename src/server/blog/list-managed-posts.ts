import type { Selectable } from 'kysely'
import { isPostCategory } from '#contract/blog/blog-texts.ts'
import type { ManagedPost, ManagedPostList, ManagedPostQuery } from '#contract/blog/blog.ts'
import { createForgivingSearch, formatReadingNote } from '#domain/text/forgiving-search.ts'
import type { Database } from '#server/db/client.ts'
import type { BlogPostTable } from '#server/schema/tables/tables.ts'

/**
 * A page of all posts, drafts included, last changed first. Posts that pass the state filter are
 * searched in memory (초성 included), because an office has only a few hundred.
 */
export async function listManagedPosts(db: Database, query: ManagedPostQuery): Promise<ManagedPostList> {
  const { state, page, page_size } = query
  const rows = await db
    .selectFrom('blog_post')
    .select(listColumns)
    .$if(Boolean(state), (filtered) => filtered.where('state', '=', state ?? ''))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const { search = '' } = query
  const { matches, near } = search.trim() ? findRows(rows, search) : { matches: rows, near: null }
  const start = (page - 1) * page_size
  return { results: matches.slice(start, start + page_size).map(toListed), total_count: matches.length, near }
}

/** Matches of the search as typed, then of its corrected reading. */
function findRows(
  rows: readonly ManagedRow[],
  search: string,
): { matches: readonly ManagedRow[]; near: ManagedPostList['near'] } {
  const find = createForgivingSearch(rows, ({ title, excerpt, tags }) => ({
    title,
    about: [excerpt, ...tags].join('\n'),
    body: '',
  }))
  const { exact, near } = find(search)
  return {
    matches: [...exact, ...(near?.items ?? [])],
    near: near && { after: exact.length, says: formatReadingNote(search, near.reading) },
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

const listColumns = [
  ...(['id', 'version', 'title', 'excerpt', 'category', 'tags', 'image'] as const),
  ...(['image_alt', 'author_name', 'author_image', 'state', 'published_at', 'updated_at', 'updated_by'] as const),
] as const

type ManagedRow = Pick<Selectable<BlogPostTable>, (typeof listColumns)[number]>

function toListed(row: ManagedRow): Omit<ManagedPost, 'markdown'> {
  return {
    ...row,
    id: String(row.id),
    category: isPostCategory(row.category) ? row.category : 'office',
    state: row.state === 'published' ? 'published' : 'draft',
  }
}
