import type { z } from 'zod'
import { classifyFailedResponse, classifyMissingResponse, type ServerFailure } from '#contract/admin/server-failure.ts'
import { knownOpsResponseSchema, maxKnownOps } from '#contract/sync/sync.ts'
import { parseJson } from '#mirror/outbox/sending/classify-response.ts'

/** Fetches a path of our server with the session's token; rejects when there is no response. */
export type SendRequest = (path: string, init?: RequestInit) => Promise<Response>

/**
 * `unreachable`: no response, or one that is not from our server (a captive portal's page).
 * `refused`: an error status; `failure` is null when the session is missing.
 */
export type FetchResult<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'unreachable'; failure: ServerFailure }
  | { kind: 'refused'; status: number; failure: ServerFailure | null }

/**
 * Requests JSON of a known shape; any other response counts as unreachable. `yieldThread` is
 * awaited before each step that blocks the thread, for large responses. An aborted `signal` gives
 * `unreachable`. `sent` is posted as JSON. `hasNetwork` decides how a missing response is reported.
 * `onHeaders` is called before the body of a success has arrived.
 */
export async function fetchFromServer<T>(
  request: SendRequest,
  path: string,
  options: {
    schema: z.ZodType<T>
    yieldThread?: (() => Promise<void>) | undefined
    signal?: AbortSignal
    sent?: unknown
    hasNetwork?: () => boolean
    onHeaders?: (headers: Headers) => void
  },
): Promise<FetchResult<T>> {
  const { schema, yieldThread = noWait, signal, sent, hasNetwork = () => true, onHeaders } = options
  let text: string
  try {
    const init: RequestInit = { headers: { accept: 'application/json' }, cache: 'no-store', ...buildRequest(sent) }
    const response = await request(path, signal ? { ...init, signal } : init)
    if (response.ok) onHeaders?.(response.headers)
    text = await response.text()
    const { status } = response
    if (!response.ok) return { kind: 'refused', status, failure: classifyFailedResponse(status, parseJson(text)) }
  } catch {
    return { kind: 'unreachable', failure: classifyMissingResponse(hasNetwork()) }
  }
  await yieldThread()
  const body = parseJson(text)
  await yieldThread()
  const parsed = schema.safeParse(body)
  return parsed.success
    ? { kind: 'ok', value: parsed.data }
    : { kind: 'unreachable', failure: { kind: 'foreign_answer' } }
}

async function noWait(): Promise<void> {}

function buildRequest(sent: unknown): RequestInit {
  if (sent === undefined) return {}
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  // Never follow a redirect with the request: it may lead to a captive portal or a sign-in page.
  return { method: 'POST', headers, body: JSON.stringify(sent), redirect: 'error' }
}

/**
 * Fetches which of this user's edits the server knows. Null when a response is missing or doesn't
 * come from the server that holds this user's data: an edit must never be treated as lost because
 * a proxy's response looked as if it were unknown.
 */
export async function fetchKnownOps(
  request: SendRequest,
  opIds: readonly string[],
  expected: { userId: string; epoch: string },
): Promise<ReadonlySet<string> | null> {
  const knownOpIds = new Set<string>()
  for (let from = 0; from < opIds.length; from += maxKnownOps) {
    const batch = opIds.slice(from, from + maxKnownOps)
    const sent = { op_ids: batch }
    const result = await fetchFromServer(request, '/api/sync/known-ops', { schema: knownOpsResponseSchema, sent })
    if (result.kind !== 'ok') return null
    const { user_id: userId, epoch, answers } = result.value
    const knownByOpId = new Map(answers.map((entry) => [entry.op_id, entry.is_known]))
    const isSameCopy = userId === expected.userId && epoch === expected.epoch
    if (!isSameCopy || answers.length !== batch.length || !batch.every((opId) => knownByOpId.has(opId))) return null
    for (const opId of batch) if (knownByOpId.get(opId)) knownOpIds.add(opId)
  }
  return knownOpIds
}
