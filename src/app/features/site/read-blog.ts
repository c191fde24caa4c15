import {
  blogPath,
  isPostCategory,
  postListSchema,
  postSchema,
  postsPerPage,
  type Post,
  type PostCategory,
  type PostList,
} from '#contract/blog-public.ts'
import { authorizedFetch } from '#app/session/authorized-fetch.ts'
import { readStoredLogin } from '#app/session/stored-login.ts'

/** Which part of the list is shown; it stands in the address (decision 11). */
export interface BlogQuestion {
  page: number
  category: PostCategory | null
  tag: string | null
}

export type BlogAnswer<Value> =
  | { status: 'found'; value: Value }
  | { status: 'not_found' }
  /** Nobody answered, and this device has not kept it. */
  | { status: 'unreachable' }

/** Anything unreadable in the address falls back to the whole list. */
export function blogQuestionOf(search: Readonly<Record<string, unknown>>): BlogQuestion {
  const { page, category, tag } = search
  return {
    page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : 1,
    category: isPostCategory(category) ? category : null,
    tag: tag !== undefined && tag !== '' ? String(tag).slice(0, 200) : null,
  }
}

export async function readPosts(
  { page, category, tag }: BlogQuestion,
  signal: AbortSignal,
): Promise<BlogAnswer<PostList>> {
  const question = new URLSearchParams({
    ...(page > 1 && { page: String(page) }),
    ...(category && { category }),
    ...(tag && { tag }),
    // Left out where it says nothing: the address of the first page is what the service worker keeps.
    ...((page > 1 || category || tag) && { page_size: String(postsPerPage) }),
  }).toString()
  return await read(
    question === '' ? blogPath : `${blogPath}?${question}`,
    (data) => postListSchema.parse(data),
    signal,
  )
}

/** One post; with `documentTitle` for the frame. */
export async function readPost(id: string, signal: AbortSignal): Promise<BlogAnswer<Post> & { documentTitle: string }> {
  const answer = await read(`${blogPath}${encodeURIComponent(id)}/`, (data) => postSchema.parse(data), signal)
  return { ...answer, documentTitle: answer.status === 'found' ? answer.value.title : '게시글을 찾을 수 없습니다' }
}

async function read<Value>(
  address: string,
  parse: (data: unknown) => Value,
  signal: AbortSignal,
): Promise<BlogAnswer<Value>> {
  const response = await call(address, signal)
  if (response === null) return { status: 'unreachable' }
  if (response.status === 404 || response.status === 400) return { status: 'not_found' }
  if (!response.ok) return { status: 'unreachable' }
  return { status: 'found', value: parse(await response.json()) }
}

/** Staff read their drafts at the address that visitors will have; for everybody else the call carries nothing. */
async function call(address: string, signal: AbortSignal): Promise<Response | null> {
  const ask = readStoredLogin().accessToken ? authorizedFetch : fetch
  try {
    return await ask(address, { signal })
  } catch (error) {
    if (signal.aborted) throw error
    return null
  }
}
