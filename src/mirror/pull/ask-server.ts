import type { z } from 'zod'
import { troubleOfAnswer, troubleOfSilence, type ServerTrouble } from '#contract/admin/server-trouble.ts'
import { parseJson } from '../outbox/sending/classify-answer.ts'

/** Fetches a path of our server with the session's token; rejects when there is no response. */
export type Request = (path: string, init?: RequestInit) => Promise<Response>

/**
 * `unreachable`: no answer, or one that is not from our server (a captive portal's page).
 * `refused`: an error status; `trouble` is null when the session is missing.
 */
export type Answer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'unreachable'; trouble: ServerTrouble }
  | { kind: 'refused'; status: number; trouble: ServerTrouble | null }

/**
 * Requests JSON of a known shape; any other answer counts as unreachable. `yieldThread` is awaited
 * before each step that blocks the thread, for large answers. An aborted `signal` gives
 * `unreachable`. `sent` is posted as JSON. `hasNetwork` decides how a missing answer is reported.
 */
export async function askServer<T>(
  request: Request,
  path: string,
  asking: {
    schema: z.ZodType<T>
    yieldThread?: (() => Promise<void>) | undefined
    signal?: AbortSignal
    sent?: unknown
    hasNetwork?: () => boolean
  },
): Promise<Answer<T>> {
  const { schema, yieldThread = noWait, signal, sent, hasNetwork = () => true } = asking
  let text: string
  try {
    const init: RequestInit = { headers: { accept: 'application/json' }, cache: 'no-store', ...bodyOf(sent) }
    const response = await request(path, signal ? { ...init, signal } : init)
    text = await response.text()
    const { status } = response
    if (!response.ok) return { kind: 'refused', status, trouble: troubleOfAnswer(status, parseJson(text)) }
  } catch {
    return { kind: 'unreachable', trouble: troubleOfSilence(hasNetwork()) }
  }
  await yieldThread()
  const body = parseJson(text)
  await yieldThread()
  const parsed = schema.safeParse(body)
  return parsed.success
    ? { kind: 'ok', value: parsed.data }
    : { kind: 'unreachable', trouble: { kind: 'foreign_answer' } }
}

async function noWait(): Promise<void> {}

function bodyOf(sent: unknown): RequestInit {
  if (sent === undefined) return {}
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  // Never follow a redirect with the request: it may lead to a captive portal or a sign-in page.
  return { method: 'POST', headers, body: JSON.stringify(sent), redirect: 'error' }
}
