import {
  type DemoAccountName,
  fetchWhenFree,
  type SendCall,
  signInForTokens,
} from '../../support/people/sign-in-calls.ts'
import { avoidKilledServer } from './server-guard.ts'

export interface Colleague {
  get<T>(path: string): Promise<T>
  /** Downloads a file unchanged. */
  getBytes(path: string): Promise<Buffer>
  /** Sends JSON; returns status and body. */
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown): Promise<CallResult>
  /** The same with the given headers. Rejects when no response comes within a minute. */
  write(request: { method: string; path: string; body: unknown; headers: Record<string, string> }): Promise<CallResult>
}

interface CallResult {
  status: number
  headers: Headers
  body: unknown
}

/**
 * Another person of the office who uses the server's API directly through the normal sign-in, and
 * signs in again when the session has ended. A test file that signs in on more devices than a
 * person may have ends the least recently used session, and this one outlives a file.
 */
export async function signInColleague(url: string, account: DemoAccountName = 'superuser'): Promise<Colleague> {
  const signIn = async () => (await signInForTokens(url, account)).access_token
  let token = await avoidKilledServer(url, signIn)
  const call = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}, send: SendCall = fetch) =>
    avoidKilledServer(url, async () => {
      const buildHeaders = () => ({
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...init.headers,
      })
      const first = await send(url + path, { ...init, headers: buildHeaders() })
      if (first.status !== 401) return first
      token = await signIn()
      return await send(url + path, { ...init, headers: buildHeaders() })
    })
  const write: Colleague['write'] = async ({ method, path, body, headers }) => {
    const response = await call(path, {
      method,
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    })
    return { status: response.status, headers: response.headers, body: await response.json().catch(() => null) }
  }
  async function read(path: string): Promise<Response> {
    const response = await call(path, {}, fetchWhenFree)
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return response
  }
  return {
    get: async <T>(path: string) => (await (await read(path)).json()) as T,
    getBytes: async (path) => Buffer.from(await (await read(path)).arrayBuffer()),
    send: (method, path, body) => write({ method, path, body, headers: {} }),
    write,
  }
}

export interface ListedCase {
  id: string
  version: number
  owner: string | null
  purpose: string | null
  regi_date: string | null
  receipted_at: string | null
  fees: number | null
  fees_vat: number | null
  group: { name: string }
}

/** The case book on the server. */
export async function listCases(colleague: Colleague, params: Record<string, string> = {}): Promise<ListedCase[]> {
  const query = new URLSearchParams({ page_size: '10000', ...params })
  const { results } = await colleague.get<{ results: ListedCase[] }>(`/api/mysql/realestate/list/?${query}`)
  return results
}

/** Number of entries that the server finds. */
export async function countCases(colleague: Colleague, params: Record<string, string> = {}): Promise<number> {
  interface CaseListPage {
    results: ListedCase[]
    total_count: number
    total_is_at_least?: true
  }
  const fetchPage = (page: number, size: number) => {
    const query = new URLSearchParams({ page: String(page), page_size: String(size), ...params })
    return colleague.get<CaseListPage>(`/api/mysql/realestate/list/?${query}`)
  }
  let result = await fetchPage(1, 10)
  // Beyond the exactly counted range, the last page tells the number.
  for (let page = 1; result.total_is_at_least; page += 1) result = await fetchPage(page, 10_000)
  return result.total_count
}
