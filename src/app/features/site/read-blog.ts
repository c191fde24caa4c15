import { readStoredLogin } from '#app/session/stored-login/stored-login.ts'
import type { Post, PostList } from '#contract/blog/blog-public.ts'
import {
  buildPostListPath,
  buildPostPath,
  getCategoryLabel,
  isPostCategory,
  type PostCategory,
} from '#contract/blog/blog-texts.ts'
import { isPost, isPostList } from './blog-shape.ts'
import { getPageTitle } from './page-metadata.ts'
import type { TakeEmbedded } from './prerendered-page.ts'

/** The part of the list to show, from the URL. */
export interface BlogQuery {
  page: number
  category: PostCategory | null
  tag: string | null
  /** Search text. With it, category and tag are ignored. */
  search: string | null
}

export type BlogResult<Value> =
  | { status: 'found'; value: Value }
  | { status: 'not_found' }
  /** No response, and no cached copy on this device. */
  | { status: 'unreachable' }

/** Invalid parameters fall back to the whole list. */
export function parseBlogQuery(search: Readonly<Record<string, unknown>>): BlogQuery {
  const { page, category, tag, search: typed } = search
  const searchText = toShortText(typed).trim()
  return {
    page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : 1,
    category: isPostCategory(category) ? category : null,
    tag: toShortText(tag) || null,
    search: searchText || null,
  }
}

/** The router parses digits alone in the URL as a number. */
function toShortText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : ''
}

/**
 * Title of a part of the list. Each page, category and tag has its own URL and therefore its own
 * title.
 */
export function formatBlogTitle({ page, category, tag, search }: BlogQuery): string {
  return [
    ...(search ? [`'${search}' 검색`] : []),
    ...(tag ? [`#${tag}`] : []),
    ...(category ? [getCategoryLabel(category)] : []),
    ...(page > 1 ? [`${page}페이지`] : []),
    getPageTitle('/blog'),
  ].join(' · ')
}

/** Where responses come from: embedded in the page, or fetched until `signal` aborts. */
export interface LoaderOptions {
  readonly takeEmbedded: TakeEmbedded
  readonly signal: AbortSignal
}

/** What /blog shows; `documentTitle` is for the page frame. */
export interface BlogPageData {
  readonly query: BlogQuery
  readonly result: BlogResult<PostList>
  readonly documentTitle: string
}

export async function readPosts(query: BlogQuery, options: LoaderOptions): Promise<BlogResult<PostList>> {
  return await loadResponse(buildPostListPath(query), isPostList, options)
}

export type PostPageData = BlogResult<Post> & { readonly documentTitle: string }

/** One post, with `documentTitle` for the page frame. */
export async function readPost(id: string, options: LoaderOptions): Promise<PostPageData> {
  const result = await loadResponse(buildPostPath(id), isPost, options)
  return { ...result, documentTitle: result.status === 'found' ? result.value.title : '게시글을 찾을 수 없습니다' }
}

async function loadResponse<Value>(
  path: string,
  isValid: (data: unknown) => data is Value,
  { takeEmbedded, signal }: LoaderOptions,
): Promise<BlogResult<Value>> {
  const embedded = takeEmbedded(path)
  if (embedded === null) return { status: 'not_found' }
  if (isValid(embedded)) return { status: 'found', value: embedded }
  const response = await fetchWithSession(path, signal)
  if (response === null) return { status: 'unreachable' }
  if (!response.ok) {
    // Cancels the unread body, which would block one of the browser's six connections.
    void response.body?.cancel()
    return { status: response.status === 404 || response.status === 400 ? 'not_found' : 'unreachable' }
  }
  const data: unknown = await response.json().catch(() => null)
  // A proxy or an older server may have responded with something that cannot be shown.
  return isValid(data) ? { status: 'found', value: data } : { status: 'unreachable' }
}

/**
 * Staff read drafts at the later public URL, so their calls carry the session; visitors' calls
 * carry none.
 */
async function fetchWithSession(path: string, signal: AbortSignal): Promise<Response | null> {
  try {
    const request = readStoredLogin().accessToken ? await loadAuthorizedFetch() : fetch
    return await request(path, { signal })
  } catch (error) {
    if (signal.aborted) throw error
    return null
  }
}

/** Loaded on demand, because visitors do not need the code that renews sessions. */
async function loadAuthorizedFetch(): Promise<typeof fetch> {
  return (await import('#app/session/fetch-with-login.ts')).fetchWithLogin
}
