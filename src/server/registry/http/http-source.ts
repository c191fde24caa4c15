import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { extractSchema } from '#contract/registry/extract.ts'
import {
  checkIssuedExtract,
  type IssuedExtract,
  type ParcelRequest,
  RegistryError,
  type RegistrySource,
  validateParcel,
} from '../registry-source.ts'

/**
 * Queries the office's helper program (`PROTOCOL.md`). Retries once within the timeout when the
 * helper says how long to wait; other failures are left to the caller.
 */
export function createHttpSource({ url, token, timeoutMs = responseTimeoutMs }: HttpSourceOptions): RegistrySource {
  const call = { url: extractsUrl(url), token, timeoutMs }
  return {
    name: 'http',
    async issueExtract(parcel) {
      validateParcel(parcel)
      const until = Date.now() + timeoutMs
      const first = await requestOnce(call, parcel)
      if (!('waitMs' in first)) return checkIssuedExtract(parcel, first)
      if (Date.now() + first.waitMs > until) throw createBusyError(first.waitMs)
      await wait(first.waitMs, undefined, { signal: parcel.signal })
      const second = await requestOnce(call, parcel)
      if ('waitMs' in second) throw createBusyError(second.waitMs)
      return checkIssuedExtract(parcel, second)
    },
  }
}

interface HttpSourceOptions {
  /** Base address of the helper. */
  readonly url: string
  readonly token: string | undefined
  readonly timeoutMs?: number
}

type CallOptions = Required<Pick<HttpSourceOptions, 'url' | 'timeoutMs'>> & Pick<HttpSourceOptions, 'token'>

function extractsUrl(base: string): string {
  return `${base.replace(/(?<!\/)\/+$/, '')}/extracts`
}

async function requestOnce(
  call: CallOptions,
  { num, jibun, signal }: ParcelRequest,
): Promise<IssuedExtract | { waitMs: number }> {
  const response = await readHelperResponse(call, { method: 'POST', body: { num, jibun }, signal })
  if (response.status === 429) return { waitMs: response.waitMs }
  if (response.status !== 200) throw toRegistryError(response)
  const issued = issuedSchema.safeParse(response.body)
  if (!issued.success) {
    const [issue] = issued.error.issues
    throw new RegistryError(
      `등기 연동 프로그램의 답을 읽을 수 없습니다(${issue?.path.join('.') || '형식'}). 저장하지 않았습니다.`,
    )
  }
  const { extract, issued_at, pdf_base64, numbers } = issued.data
  const pdf = Buffer.from(pdf_base64, 'base64')
  return { extract, issuedAt: new Date(issued_at), pdf, ...(numbers && { numbers }) }
}

function toRegistryError({ status, body, waitMs }: { status: number; body: unknown; waitMs: number }): RegistryError {
  const refused = refusedSchema.safeParse(body)
  if (!refused.success)
    return new RegistryError(`등기 연동 프로그램이 오류(${status})로 답했습니다.`, {
      isTransient: status >= 500,
      waitMs,
    })
  const { error, message } = refused.data
  const { text, isTransient } = refusals[error]
  return new RegistryError(message ? `${text} (${message})` : text, { isTransient, waitMs })
}

const refusals: Readonly<Record<RefusedBy, { text: string; isTransient: boolean }>> = {
  not_found: { text: '등기소에서 이 부동산을 찾을 수 없습니다. 고유번호와 지번을 확인해 주세요.', isTransient: false },
  invalid_request: { text: '등기 연동 프로그램이 요청을 받지 않았습니다.', isTransient: false },
  unauthorized: { text: '등기 연동 프로그램이 REGISTRY_TOKEN을 받아들이지 않습니다.', isTransient: false },
  no_credit: { text: '등본 발급 수수료의 잔액이 부족합니다.', isTransient: false },
  busy: { text: '등기 연동 프로그램이 바쁩니다.', isTransient: true },
  unavailable: { text: '지금은 등기소에서 등본을 받을 수 없습니다.', isTransient: true },
}

function createBusyError(waitMs: number): RegistryError {
  return new RegistryError('등본 발급 요청이 한꺼번에 너무 많습니다.', { isTransient: true, waitMs })
}

/** The wire format of a helper; `PROTOCOL.md` describes it in words. */
export const protocolVersion = 1

/**
 * `GET {base}/`: identifies the helper and names a parcel that it always has, for the conformance
 * test.
 */
export const helloSchema = z.object({
  protocol: z.literal(protocolVersion),
  name: z.string().min(1).max(50),
  sample: z.object({ num: z.string().max(20), jibun: z.string().min(1).max(300) }).optional(),
})

/** Response of `POST {base}/extracts`. */
export const issuedSchema = z.object({
  issued_at: z.iso.datetime({ offset: true }),
  extract: extractSchema,
  pdf_base64: z.base64().min(1),
  numbers: z
    .array(z.object({ rank: z.string().max(20), name: z.string().max(100), num: z.string().max(20) }))
    .max(1000)
    .optional(),
})

/** Body for any other status. `message`: Korean, for people, at most 300 characters. */
export const refusedSchema = z.object({
  error: z.enum(['not_found', 'invalid_request', 'unauthorized', 'busy', 'unavailable', 'no_credit']),
  message: z.string().max(300).optional(),
})
export type RefusedBy = z.infer<typeof refusedSchema>['error']

/** Timeout of a helper for one extract, in ms. */
export const responseTimeoutMs = 60_000
/** Fits a response with a PDF of 10 MB in base64. */
const maxResponseBytes = 16 * 1_048_576

export interface HelperResponse {
  readonly status: number
  readonly body: unknown
  /** From `Retry-After`, in ms; one second when absent. */
  readonly waitMs: number
}

/**
 * One call of a helper: JSON both ways, limited in time and size. Throws `RegistryError`; an
 * abort throws the caller's own reason.
 */
export async function readHelperResponse(
  { url, token, timeoutMs }: { url: string; token: string | undefined; timeoutMs: number },
  { method, body, signal }: { method: 'GET' | 'POST'; body?: unknown; signal: AbortSignal },
): Promise<HelperResponse> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A redirect target would receive this helper's token.
      redirect: 'error',
      signal: AbortSignal.any([signal, timeout]),
    })
    const text = await readText(response)
    return { status: response.status, body: asJson(text), waitMs: parseWaitMs(response.headers.get('retry-after')) }
  } catch (error) {
    if (error instanceof RegistryError) throw error
    signal.throwIfAborted()
    if (timeout.aborted)
      throw new RegistryError(`등기 연동 프로그램이 ${Math.ceil(timeoutMs / 1000)}초 안에 답하지 않았습니다.`, {
        isTransient: true,
        cause: error,
      })
    throw new RegistryError('등기 연동 프로그램(REGISTRY_URL)에 연결할 수 없습니다.', {
      isTransient: true,
      cause: error,
    })
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxResponseBytes) throw new RegistryError('등기 연동 프로그램의 답이 너무 큽니다. 저장하지 않았습니다.')
    chunks.push(part)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseWaitMs(header: string | null): number {
  const seconds = header === null ? Number.NaN : Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header ?? '') - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : 1000
}
