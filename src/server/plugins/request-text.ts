import { problem } from '#contract/problem.ts'
import { maskResidentNumbers } from '#contract/numbers/resident-number.ts'
import type { App } from '../deps.ts'
import { Refusal } from './refusal.ts'

/** Nothing the office sends is nested deeper than a record in a list in an act; JSON.stringify and zod overflow the stack from some thousands on. */
const deepest = 40
/** Of one object. Records have some sixty fields; each key that a schema does not know is looked at and named. */
const maxKeys = 1000
/** Of a whole body: more than a megabyte of ids comes to. */
const maxValues = 50_000

/**
 * The one place where the text of requests enters: what PostgreSQL cannot hold (NUL, half of a surrogate pair, bytes that are no UTF-8) and what is nested or has keys
 * beyond reason is refused here, before any route, log or query sees it. Register it before any route.
 */
export function registerRequestText(app: App): void {
  // The raw address: routes read it, its parts and its question, and each of them decodes it once.
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('%00')) throw new Refusal(badLetters(parameterWithNul.exec(request.url)?.[1]))
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const text = decode(bytes)
    if (text === null) return done(new Refusal(badLetters()))
    return void parseJson(request, text, (error, value: unknown) => {
      const reason = error ? null : findUnstorable(value)
      done(error ?? (reason && new Refusal(reason)), value)
    })
  })
}

/** For the fields of a form, which are read after the request has entered. Throws the same refusal. */
export function refuseUnstorableText(fields: Readonly<Record<string, string>>): void {
  const reason = findUnstorable(fields)
  if (reason) throw new Refusal(reason)
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

interface Place {
  readonly value: unknown
  readonly depth: number
  /** Where it stands, as `data.notes`; empty for the body itself. */
  readonly field: string
}

/** Without recursion, because it looks for what recursion cannot bear. */
function findUnstorable(body: unknown) {
  const open: Place[] = [{ value: body, depth: 0, field: '' }]
  let seen = 0
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, depth } = place
    seen += 1
    if (seen > maxValues) return tooMany
    if (typeof value === 'string' && !isStorable(value)) return badLetters(place.field)
    if (typeof value !== 'object' || value === null) continue
    if (depth === deepest) return tooDeep
    if (!Array.isArray(value) && Object.keys(value).length > maxKeys) return tooMany
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return badLetters()
      open.push({ value: inner, depth: depth + 1, field: place.field === '' ? key : `${place.field}.${key}` })
    }
  }
  return null
}

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

function badLetters(field = '') {
  const message = '사용할 수 없는 글자가 들어 있습니다.'
  return problem('invalid_request', {
    message,
    ...(field !== '' && { fields: { [maskResidentNumbers(field)]: message } }),
  })
}

const tooDeep = problem('invalid_request', { message: '보낸 내용이 너무 깊이 겹쳐 있습니다.' })
const tooMany = problem('invalid_request', { message: '보낸 내용에 항목이 너무 많습니다.' })
