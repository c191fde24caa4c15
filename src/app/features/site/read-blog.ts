import type { Post, PostList } from '#contract/blog-public.ts'
import { categoryLabel, isPostCategory, postAddress, postListAddress, type PostCategory } from '#contract/blog-words.ts'
import type { TakeAnswer } from './given-answers.ts'
import { readStoredLogin } from '#app/session/stored-login.ts'
import { isPost, isPostList } from './blog-shape.ts'
import { pageTitle } from './page-facts.ts'

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
    // A tag of digits alone is read from the address as a number.
    tag: (typeof tag === 'string' && tag !== '') || typeof tag === 'number' ? String(tag).slice(0, 200) : null,
  }
}

/** What a part of the list is called: each page, category and tag has an address of its own, so each has a title of its own. */
export function blogTitle({ page, category, tag }: BlogQuestion): string {
  return [
    ...(tag ? [`#${tag}`] : []),
    ...(category ? [categoryLabel(category)] : []),
    ...(page > 1 ? [`${page}페이지`] : []),
    pageTitle('/blog'),
  ].join(' · ')
}

/** How an answer comes here: with the page, or by a call that `signal` ends. */
export interface AnswerWay {
  readonly takeAnswer: TakeAnswer
  readonly signal: AbortSignal
}

export async function readPosts(question: BlogQuestion, way: AnswerWay): Promise<BlogAnswer<PostList>> {
  return await read(postListAddress(question), isPostList, way)
}

/** One post; with `documentTitle` for the frame. */
export async function readPost(id: string, way: AnswerWay): Promise<BlogAnswer<Post> & { documentTitle: string }> {
  const answer = await read(postAddress(id), isPost, way)
  return { ...answer, documentTitle: answer.status === 'found' ? answer.value.title : '게시글을 찾을 수 없습니다' }
}

async function read<Value>(
  address: string,
  isRight: (data: unknown) => data is Value,
  { takeAnswer, signal }: AnswerWay,
): Promise<BlogAnswer<Value>> {
  const given = takeAnswer(address)
  if (given === null) return { status: 'not_found' }
  if (isRight(given)) return { status: 'found', value: given }
  const response = await call(address, signal)
  if (response === null) return { status: 'unreachable' }
  if (!response.ok) {
    // An answer that nobody reads keeps its connection busy, and a browser has six of them.
    void response.body?.cancel()
    return { status: response.status === 404 || response.status === 400 ? 'not_found' : 'unreachable' }
  }
  const data: unknown = await response.json().catch(() => null)
  // A proxy or an older server in its place: nothing that could be shown.
  return isRight(data) ? { status: 'found', value: data } : { status: 'unreachable' }
}

/** Staff read their drafts at the address that visitors will have; for everybody else the call carries nothing. */
async function call(address: string, signal: AbortSignal): Promise<Response | null> {
  try {
    const ask = readStoredLogin().accessToken ? await loadAuthorizedFetch() : fetch
    return await ask(address, { signal })
  } catch (error) {
    if (signal.aborted) throw error
    return null
  }
}

/** What renews sessions is nothing that a visitor needs. */
async function loadAuthorizedFetch(): Promise<typeof fetch> {
  return (await import('#app/session/fetch-with-login.ts')).fetchWithLogin
}
