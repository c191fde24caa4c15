import type { z } from 'zod'

/** Fetches a path of our server with the session's token; rejects when nobody answered. */
export type Request = (path: string, init?: RequestInit) => Promise<Response>

/** `unreachable`: no answer, or one that is not our server's (a captive portal's page). `refused`: our server's status. */
export type Answer<T> = { kind: 'ok'; value: T } | { kind: 'unreachable' } | { kind: 'refused'; status: number }

/**
 * Asks for JSON of a known shape. Only an answer of that shape counts as having reached the server. `yieldThread`: waited for before each piece of work that
 * holds the thread, when the answer is a large one. `signal`: gives up; the answer is then `unreachable`. `sent`: goes along as JSON, by POST.
 */
export async function askServer<T>(
  request: Request,
  path: string,
  asking: {
    schema: z.ZodType<T>
    yieldThread?: (() => Promise<void>) | undefined
    signal?: AbortSignal
    sent?: unknown
  },
): Promise<Answer<T>> {
  const { schema, yieldThread = atOnce, signal, sent } = asking
  let body: unknown
  try {
    const init: RequestInit = { headers: { accept: 'application/json' }, cache: 'no-store', ...bodyOf(sent) }
    const response = await request(path, signal ? { ...init, signal } : init)
    if (!response.ok) return { kind: 'refused', status: response.status }
    const text = await response.text()
    await yieldThread()
    body = JSON.parse(text)
  } catch {
    return { kind: 'unreachable' }
  }
  await yieldThread()
  const parsed = schema.safeParse(body)
  return parsed.success ? { kind: 'ok', value: parsed.data } : { kind: 'unreachable' }
}

async function atOnce(): Promise<void> {}

function bodyOf(sent: unknown): RequestInit {
  if (sent === undefined) return {}
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  // No question is carried over to the page that a portal or a sign-in redirects to.
  return { method: 'POST', headers, body: JSON.stringify(sent), redirect: 'error' }
}
