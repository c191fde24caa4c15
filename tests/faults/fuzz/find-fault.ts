import { problemSchema } from '#contract/problem.ts'
import type { FuzzRequest } from './requests.ts'
import type { FuzzResponse } from './send.ts'

/** Texts that reveal internals. */
const internalsPattern =
  /node_modules|\bat \S+ \(|\.[jt]s:\d+|\bselect\b.+\bfrom\b|\binsert into\b|SQLSTATE|syntax error|violates|relation "|stack|ECONN|invalid input/i

/**
 * The fault of a response, or null: 5xx is not allowed, and every refusal must be a problem in
 * Korean without internal details.
 */
export function findFault(
  request: Pick<FuzzRequest, 'method' | 'target'>,
  response: FuzzResponse | string,
): string | null {
  if (typeof response === 'string') return `no answer (${response})`
  const { status, body, contentType } = response
  if (status >= 500 && status !== 501) return `${status} ${body.slice(0, 200)}`
  if (status < 400 || request.method === 'HEAD') return null
  if (internalsPattern.test(body)) return `${status} reveals internals: ${internalsPattern.exec(body)?.[0]}`
  if (contentType.startsWith('application/json')) return findProblemFault(status, body)
  // Node itself refuses an unknown Expect header without a body.
  if (body === '' && (status === 417 || status === 416 || status === 412)) return null
  // People see pages and missing files in a browser.
  const isPage = status === 404 || request.target.includes('/oauth/local/authorize')
  const isForBrowser = isPage && /^text\/(html|plain)/.test(contentType)
  return isForBrowser && (body === '' || /[가-힣]/.test(body))
    ? null
    : `${status} is not a problem document: ${contentType} ${body.slice(0, 100)}`
}

function findProblemFault(status: number, body: string): string | null {
  const parsed = problemSchema.safeParse(parse(body))
  if (!parsed.success) return `${status} is not a problem document: ${body.slice(0, 200)}`
  const { message, fields = {} } = parsed.data
  const foreign = [message, ...Object.values(fields)].find((text) => !isForPeople(text))
  return foreign === undefined ? null : `${status} has a message that is not Korean: ${foreign}`
}

/**
 * Korean, and not a message of the schema library, which names types in English (`number이 너무
 * 작습니다`).
 */
function isForPeople(text: string): boolean {
  return /[가-힣]/.test(text) && !/예상 타입|(number|string|array|int|object)이 너무|Invalid/.test(text)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
