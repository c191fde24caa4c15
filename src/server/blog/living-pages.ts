import { postIdSchema } from '#contract/blog/blog-public.ts'
import { postQuerySchema, type PostQuery } from '#contract/blog/blog.ts'
import { isPostCategory, postAddress, postListAddress } from '#contract/blog/blog-words.ts'
import type { Deps } from '../deps.ts'
import type { Database } from '../db/client.ts'
import type { LivingPage, LivingPages } from '../plugins/public-pages.ts'
import { countPosts, isPublished, listPosts, readPost, readRevision } from './read-posts.ts'

/** The blog's public pages: the list with its categories and tags, and every published post. */
export function blogPages({ db }: Deps): LivingPages {
  return {
    paths: ['/blog', '/blog/$id'],
    revision: () => readRevision(db),
    find: async (url) => {
      const { pathname, searchParams } = new URL(url, 'http://site')
      const id = /^\/blog\/([^/]+)\/?$/.exec(pathname)?.[1]
      return id === undefined ? await findList(db, searchParams) : await findPost(db, id)
    },
  }
}

/** One page for all posts that are not there. */
const noPost: LivingPage = { address: '/blog/0', readAnswers: async () => ({ [postAddress('0')]: null }) }

async function findPost(db: Database, id: string): Promise<LivingPage> {
  if (!postIdSchema.safeParse(id).success || !(await isPublished(db, id))) return noPost
  return {
    address: `/blog/${id}`,
    readAnswers: async () => ({ [postAddress(id)]: (await readPost(db, id, { withDrafts: false })) ?? null }),
  }
}

/**
 * Searches, and tags and pages that nobody wrote anything for, are not drawn here: strangers could
 * ask for any number of them.
 */
async function findList(db: Database, search: URLSearchParams): Promise<LivingPage | 'undrawn' | null> {
  if (search.get('search')?.trim()) return 'undrawn'
  const query = questionIn(search)
  const isRoot = query.page === 1 && !query.tag
  if (!isRoot && (await countPosts(db, query)) <= (query.page - 1) * query.page_size) return null
  const { page, tag = null } = query
  const category = isPostCategory(query.category) ? query.category : null
  const canonical = postListAddress({ page, category, tag })
  return {
    address: `/blog${new URL(canonical, 'http://site').search}`,
    readAnswers: async () => ({ [canonical]: await listPosts(db, query) }),
  }
}

/**
 * Invalid query values fall back to the whole list, as on the screen
 * (app/features/site/read-blog.ts).
 */
function questionIn(search: URLSearchParams): PostQuery {
  const { page, category, tag } = postQuerySchema.shape
  return {
    ...postQuerySchema.parse({}),
    page: page.catch(1).parse(search.get('page') ?? undefined),
    category: category.catch(undefined).parse(search.get('category') ?? undefined),
    tag: tag.catch(undefined).parse(search.get('tag') ?? undefined),
  }
}
