import { RegistryTrouble } from '../registry-source.ts'
import { maxAnswerBytes } from './protocol.ts'

export interface HelperAnswer {
  readonly status: number
  readonly body: unknown
  /** From `Retry-After`, in ms; one second when absent. */
  readonly waitMs: number
}

/**
 * One call of a helper: JSON both ways, limited in time and size. Throws `RegistryTrouble`; an
 * abort throws the caller's own reason.
 */
export async function readAnswer(
  { url, token, timeoutMs }: { url: string; token: string | undefined; timeoutMs: number },
  { method, body, signal }: { method: 'GET' | 'POST'; body?: unknown; signal: AbortSignal },
): Promise<HelperAnswer> {
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
    return { status: response.status, body: asJson(text), waitMs: waitMsOf(response.headers.get('retry-after')) }
  } catch (error) {
    if (error instanceof RegistryTrouble) throw error
    signal.throwIfAborted()
    if (timeout.aborted)
      throw new RegistryTrouble(`등기 연동 프로그램이 ${Math.ceil(timeoutMs / 1000)}초 안에 답하지 않았습니다.`, {
        isPassing: true,
        cause: error,
      })
    throw new RegistryTrouble('등기 연동 프로그램(REGISTRY_URL)에 연결할 수 없습니다.', {
      isPassing: true,
      cause: error,
    })
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxAnswerBytes) throw new RegistryTrouble('등기 연동 프로그램의 답이 너무 큽니다. 저장하지 않았습니다.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function waitMsOf(header: string | null): number {
  const seconds = header === null ? Number.NaN : Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header ?? '') - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : 1000
}
