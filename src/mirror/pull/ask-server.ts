import type { z } from 'zod'
import { troubleOfAnswer, troubleOfSilence, type ServerTrouble } from '#contract/admin/server-trouble.ts'
import { parseJson } from '../outbox/sending/classify-answer.ts'

/** Fetches a path of our server with the session's token; rejects when nobody answered. */
export type Request = (path: string, init?: RequestInit) => Promise<Response>

/** `unreachable`: no answer, or one that is not our server's (a captive portal's page). `refused`: an error status. `trouble` null: the session is what is missing. */
export type Answer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'unreachable'; trouble: ServerTrouble }
  | { kind: 'refused'; status: number; trouble: ServerTrouble | null }

/**
 * Asks for JSON of a known shape. Only an answer of that shape counts as having reached the server. `yieldThread`: waited for before each piece of work that
 * holds the thread, when the answer is a large one. `signal`: gives up; the answer is then `unreachable`. `sent`: goes along as JSON, by POST. `hasNetwork`: whether the device
 * believes that it has one, which names a silence.
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
  const { schema, yieldThread = atOnce, signal, sent, hasNetwork = () => true } = asking
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

async function atOnce(): Promise<void> {}

function bodyOf(sent: unknown): RequestInit {
  if (sent === undefined) return {}
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  // No question is carried over to the page that a portal or a sign-in redirects to.
  return { method: 'POST', headers, body: JSON.stringify(sent), redirect: 'error' }
}
