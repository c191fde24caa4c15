import { tokensSchema } from '#contract/session.ts'

export interface Colleague {
  get<T>(path: string): Promise<T>
  /** Sends JSON; answers status and body. */
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown): Promise<{ status: number; body: unknown }>
}

/** Somebody else of the office who works straight on the server, through the same sign-in and the same calls. */
export async function signInColleague(
  url: string,
  account: 'staff' | 'superuser' | 'member' = 'superuser',
): Promise<Colleague> {
  const redirectUri = `${url}/oauth/callback/kakao`
  const query = new URLSearchParams({
    client_id: 'local',
    redirect_uri: redirectUri,
    response_type: 'code',
    state: 's',
    account,
  })
  const page = await fetch(`${url}/oauth/local/authorize?${query}`, { redirect: 'manual' })
  const code = new URL(page.headers.get('location') ?? '').searchParams.get('code')
  const answer = await fetch(`${url}/oauth/callback/kakao`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, redirect_uri: redirectUri, return_uri: '/' }),
  })
  const tokens = tokensSchema.parse(await answer.json())
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' }
  return {
    async get<T>(path: string) {
      const response = await fetch(url + path, { headers })
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      return (await response.json()) as T
    },
    async send(method, path, body) {
      const request: RequestInit = { method, headers, body: JSON.stringify(body) }
      const response = await fetch(url + path, request)
      return { status: response.status, body: await response.json().catch(() => null) }
    },
  }
}

export interface ListedCase {
  id: string
  version: number
  owner: string | null
  purpose: string | null
  fees: number | null
  fees_vat: number | null
  group: { name: string }
}

/** The case book as the server has it. */
export async function listCases(colleague: Colleague, params: Record<string, string> = {}): Promise<ListedCase[]> {
  const query = new URLSearchParams({ page_size: '10000', ...params })
  const { results } = await colleague.get<{ results: ListedCase[] }>(`/api/mysql/realestate/list/?${query}`)
  return results
}
