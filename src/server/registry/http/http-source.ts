import { setTimeout as wait } from 'node:timers/promises'
import { validateParcel, judgeIssued } from '../judge-issued.ts'
import { type ParcelRequest, type IssuedExtract, type RegistrySource, RegistryTrouble } from '../registry-source.ts'
import { answerMs, issuedSchema, type RefusedBy, refusedSchema } from './protocol.ts'
import { readAnswer } from './read-answer.ts'

/**
 * Asks a helper of the office (`PROTOCOL.md`). Retries once within the timeout when the helper says
 * how long to wait; other failures are left to the caller.
 */
export function httpSource({ url, token, timeoutMs = answerMs }: HttpSourceFacts): RegistrySource {
  const call = { url: extractsUrl(url), token, timeoutMs }
  return {
    name: 'http',
    async extractOf(parcel) {
      validateParcel(parcel)
      const until = Date.now() + timeoutMs
      const first = await requestOnce(call, parcel)
      if (!('waitMs' in first)) return judgeIssued(parcel, first)
      if (Date.now() + first.waitMs > until) throw tooMany(first.waitMs)
      await wait(first.waitMs, undefined, { signal: parcel.signal })
      const second = await requestOnce(call, parcel)
      if ('waitMs' in second) throw tooMany(second.waitMs)
      return judgeIssued(parcel, second)
    },
  }
}

export interface HttpSourceFacts {
  /** Base address of the helper. */
  readonly url: string
  readonly token: string | undefined
  readonly timeoutMs?: number
}

type Call = Required<Pick<HttpSourceFacts, 'url' | 'timeoutMs'>> & Pick<HttpSourceFacts, 'token'>

function extractsUrl(base: string): string {
  return `${base.replace(/(?<!\/)\/+$/, '')}/extracts`
}

async function requestOnce(
  call: Call,
  { num, jibun, signal }: ParcelRequest,
): Promise<IssuedExtract | { waitMs: number }> {
  const answer = await readAnswer(call, { method: 'POST', body: { num, jibun }, signal })
  if (answer.status === 429) return { waitMs: answer.waitMs }
  if (answer.status !== 200) throw troubleOf(answer)
  const issued = issuedSchema.safeParse(answer.body)
  if (!issued.success) {
    const [issue] = issued.error.issues
    throw new RegistryTrouble(
      `등기 연동 프로그램의 답을 읽을 수 없습니다(${issue?.path.join('.') || '형식'}). 저장하지 않았습니다.`,
    )
  }
  const { extract, issued_at, pdf_base64, numbers } = issued.data
  const pdf = Buffer.from(pdf_base64, 'base64')
  return { extract, issuedAt: new Date(issued_at), pdf, ...(numbers && { numbers }) }
}

function troubleOf({ status, body, waitMs }: { status: number; body: unknown; waitMs: number }): RegistryTrouble {
  const refused = refusedSchema.safeParse(body)
  if (!refused.success)
    return new RegistryTrouble(`등기 연동 프로그램이 오류(${status})로 답했습니다.`, {
      isPassing: status >= 500,
      waitMs,
    })
  const { error, message } = refused.data
  const { words, isPassing } = refusals[error]
  return new RegistryTrouble(message ? `${words} (${message})` : words, { isPassing, waitMs })
}

const refusals: Readonly<Record<RefusedBy, { words: string; isPassing: boolean }>> = {
  not_found: { words: '등기소에서 이 부동산을 찾을 수 없습니다. 고유번호와 지번을 확인해 주세요.', isPassing: false },
  invalid_request: { words: '등기 연동 프로그램이 요청을 받지 않았습니다.', isPassing: false },
  unauthorized: { words: '등기 연동 프로그램이 REGISTRY_TOKEN을 받아들이지 않습니다.', isPassing: false },
  no_credit: { words: '등본 발급 수수료의 잔액이 부족합니다.', isPassing: false },
  busy: { words: '등기 연동 프로그램이 바쁩니다.', isPassing: true },
  unavailable: { words: '지금은 등기소에서 등본을 받을 수 없습니다.', isPassing: true },
}

function tooMany(waitMs: number): RegistryTrouble {
  return new RegistryTrouble('등본 발급 요청이 한꺼번에 너무 많습니다.', { isPassing: true, waitMs })
}
