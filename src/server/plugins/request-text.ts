import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import { problem } from '#contract/problem.ts'
import type { App } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'

/**
 * Maximum nesting depth. Requests of the office nest no deeper than a record in a list in an
 * action; JSON.stringify and zod overflow the stack from a few thousand levels on.
 */
const maxDepth = 40
/**
 * Maximum keys of one object. Records have about sixty; each unknown key is validated and named.
 */
const maxKeys = 1000
/** Maximum values of a whole body; more than a megabyte of ids contains. */
const maxValues = 50_000

/**
 * The one check of incoming text: refuses what PostgreSQL cannot store (NUL, half of a surrogate
 * pair, invalid UTF-8) and excessive nesting or numbers of keys, before any route, log or query
 * sees it. Register it before any route.
 */
export function registerRequestText(app: App): void {
  // Checks the raw URL, because routes decode its path and query once each.
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('%00')) throw new HttpProblem(createTextProblem(parameterWithNul.exec(request.url)?.[1]))
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const text = decode(bytes)
    if (text === null) return done(new HttpProblem(createTextProblem()))
    return void parseJson(request, text, (error, value: unknown) => {
      const reason = error ? null : findUnstorable(value)
      done(error ?? (reason && new HttpProblem(reason)), value)
    })
  })
}

/** For form fields, which are read later. Throws the same refusal. */
export function refuseUnstorableText(fields: Readonly<Record<string, string>>): void {
  const reason = findUnstorable(fields)
  if (reason) throw new HttpProblem(reason)
}

const parameterWithNul = /[?&](\w+)=[^&]*%00/

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

interface PendingValue {
  readonly value: unknown
  readonly depth: number
  /** Path such as `data.notes`; empty for the body itself. */
  readonly field: string
}

/** Not recursive, because it looks for nesting that recursion cannot handle. */
function findUnstorable(body: unknown) {
  const pending: PendingValue[] = [{ value: body, depth: 0, field: '' }]
  let visited = 0
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { value, depth } = node
    visited += 1
    if (visited > maxValues) return tooMany
    if (typeof value === 'string' && !isStorable(value)) return createTextProblem(node.field)
    if (typeof value !== 'object' || value === null) continue
    if (depth === maxDepth) return tooDeep
    if (!Array.isArray(value) && Object.keys(value).length > maxKeys) return tooMany
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return createTextProblem()
      pending.push({ value: inner, depth: depth + 1, field: node.field === '' ? key : `${node.field}.${key}` })
    }
  }
  return null
}

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

function createTextProblem(field = '') {
  const message = '사용할 수 없는 글자가 들어 있습니다.'
  return problem('invalid_request', {
    message,
    ...(field !== '' && { fields: { [maskResidentNumbers(field)]: message } }),
  })
}

const tooDeep = problem('invalid_request', { message: '보낸 내용이 너무 깊이 겹쳐 있습니다.' })
const tooMany = problem('invalid_request', { message: '보낸 내용에 항목이 너무 많습니다.' })
