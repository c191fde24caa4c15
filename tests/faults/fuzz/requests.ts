import fc from 'fast-check'
import type { Call, Parameter, Schema } from './calls.ts'
import { generateValue, type KnownIds, nasty } from './values.ts'

/** Data on the server, so that requests can find something. */
export interface KnownInputs {
  readonly ids: Omit<KnownIds, 'own'>
  /** Workbooks exported by the office, for imports. */
  readonly workbooks: readonly Buffer[]
}

export const roles = ['visitor', 'member', 'staff', 'superuser'] as const
export type Role = (typeof roles)[number]

export interface FuzzRequest {
  readonly role: Role
  readonly method: string
  /** Request target as sent. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
  /** The call it was generated from, for the report. */
  readonly call: string
}

/**
 * Generates requests for any of the calls: half follow the document, the others are broken
 * somewhere.
 */
export function requestArbitrary(calls: readonly Call[], known: KnownInputs): fc.Arbitrary<FuzzRequest> {
  const requests = calls.map((call) => generateRequest(call, known))
  return fc.oneof(...requests)
}

type RequestDraft = Omit<FuzzRequest, 'role' | 'call'>

function generateRequest(call: Call, known: KnownInputs): fc.Arbitrary<FuzzRequest> {
  const context = { workbooks: known.workbooks, ids: { ...known.ids, own: findTable(call.path) } }
  const good = generateDraft(call, context, false)
  const broken = generateDraft(call, context, true)
  const draft = fc.oneof(
    { weight: 5, arbitrary: good },
    { weight: 4, arbitrary: broken },
    { weight: 3, arbitrary: fc.tuple(broken, distortion).map(([made, twisted]) => twisted(made)) },
  )
  // Mostly as staff, because strangers are refused before anything of the request is read.
  const role = fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...roles) },
    fc.constantFrom<Role>('staff', 'superuser'),
  )
  return fc.tuple(draft, role).map(([made, by]) => ({ ...made, role: by, call: `${call.method} ${call.path}` }))
}

interface BodyContext {
  readonly ids: KnownIds
  readonly workbooks: readonly Buffer[]
}

/** Table whose record ids a path takes; a path missing here gets ids of any table. */
function findTable(path: string): string {
  return tables.find(([place]) => path.includes(place))?.[1] ?? ''
}

const tables = [
  ['/realestate/group', 'real_estate_group'],
  ['/realestate/', 'real_estate'],
  ['/mysql/deposition/report/templates', 'letter_template'],
  ['/mysql/deposition/report', 'official_letter'],
  ['/mysql/deposition/', 'deposit_case'],
  ['/deposition/company', 'company'],
  ['/deposition/department', 'department'],
  ['/deposition/manager', 'manager'],
  ['/deposition/project', 'project'],
  ['/deposition/title', 'title'],
  ['/quick/', 'quick_delivery'],
  ['/leave/', 'leave_request'],
  ['/mysql/car', 'card_usage'],
  ['/inquiries/', 'inquiry'],
] as const

function generateDraft(call: Call, { ids, workbooks }: BodyContext, isBroken: boolean): fc.Arbitrary<RequestDraft> {
  const orNasty = (value: fc.Arbitrary<unknown>) =>
    isBroken ? fc.oneof({ weight: 2, arbitrary: value }, nasty) : value
  const givenValues = fc.tuple(
    ...call.parameters.map((parameter) =>
      fc
        .tuple(
          orNasty(generateValue(parameter.schema, ids, parameter.name)),
          fc.nat({ max: 3 }).map((chance) => chance === 0),
        )
        .map(([value, isThere]) => ({ parameter, value, isThere: parameter.required || isThere })),
    ),
  )
  const body = call.body ? generateBody(call.body, ids, isBroken) : fc.constant(null)
  const sentBody: fc.Arbitrary<Buffer | null> = call.isForm ? generateForm(workbooks, isBroken) : body
  return fc.tuple(givenValues, sentBody).map(([values, sent]) => ({
    method: call.method,
    target: fillTarget(call.path, values),
    headers: {
      ...(sent && { 'content-type': call.isForm ? `multipart/form-data; boundary=${boundary}` : 'application/json' }),
      ...buildHeaders(values),
    },
    body: sent,
  }))
}

/** A valid body, one with single invalid fields, or something else entirely. */
function generateBody(body: Schema, ids: KnownIds, isBroken: boolean): fc.Arbitrary<Buffer> {
  const whole = generateValue(body, ids)
  const wrong = fc.dictionary(fc.constantFrom(...Object.keys(body.properties ?? { x: 1 }), 'unknown'), nasty, {
    maxKeys: 3,
  })
  const spoilt = fc.tuple(whole, wrong).map(([value, faults]) => (isObject(value) ? { ...value, ...faults } : value))
  const sent = isBroken ? fc.oneof({ weight: 3, arbitrary: spoilt }, nasty) : whole
  return sent.map((value) => Buffer.from(JSON.stringify(value) ?? ''))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

interface ParameterValue {
  parameter: Parameter
  value: unknown
  isThere: boolean
}

function fillTarget(path: string, values: readonly ParameterValue[]): string {
  const inPath = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const found = values.find(({ parameter }) => parameter.in === 'path' && parameter.name === name)
    return encode(found?.value ?? 'x') || 'x'
  })
  const query = values
    .filter(({ parameter, isThere }) => parameter.in === 'query' && isThere)
    .map(({ parameter, value }) => `${encode(parameter.name)}=${encode(value)}`)
  // Proxies accept no longer lines either; the parser's own limit has separate tests.
  return `${inPath}${query.length > 0 ? `?${query.join('&')}` : ''}`.slice(0, 12_000)
}

function encode(value: unknown): string {
  return encodeURIComponent(toPlainText(value).toWellFormed())
}

function buildHeaders(values: readonly ParameterValue[]): Record<string, string> {
  return Object.fromEntries(
    values
      .filter(({ parameter, isThere }) => parameter.in === 'header' && isThere)
      .map(({ parameter, value }) => [parameter.name, toHeaderText(value)]),
  )
}

/** The characters that the sending HTTP library allows. */
export function toHeaderText(value: unknown): string {
  return toPlainText(value)
    .replaceAll(/[^\t\x20-\x7e\xa0-\xff]/g, '')
    .slice(0, 4_000)
}

const boundary = 'fuzz-boundary'

/** Forms: complete, truncated, unterminated, with strange names, or with an invalid file. */
function generateForm(workbooks: readonly Buffer[], isBroken: boolean): fc.Arbitrary<Buffer> {
  const whole = fc.constantFrom(...workbooks)
  const spoilt = fc.tuple(whole, fc.nat(), fc.nat({ max: 255 })).map(([book, at, byte]) => {
    const copy = Buffer.from(book)
    copy[at % copy.length] = byte
    return byte % 3 === 0 ? copy.subarray(0, at % copy.length) : copy
  })
  const file = generatePart('file', isBroken ? fc.oneof(spoilt, nastyBytes) : whole, '; filename="가.xlsx"')
  const mode = generatePart('mode', fc.constantFrom('dry_run', 'good_rows', 'all_or_nothing').map(toBytes))
  const strange = fc
    .constantFrom('img', 'mapping', 'name', '__proto__', '')
    .chain((name) => generatePart(name, nastyBytes))
  const parts = isBroken ? fc.array(fc.oneof(file, mode, strange), { maxLength: 5 }) : fc.tuple(mode, file)
  const fault = isBroken ? fc.constantFrom('', 'no end', 'cut') : fc.constant('')
  return fc.tuple(parts, fault).map(([made, wrong]) => {
    const form = Buffer.concat([...made, toBytes(wrong === 'no end' ? '' : `--${boundary}--\r\n`)])
    return wrong === 'cut' ? form.subarray(0, form.length / 2) : form
  })
}

const nastyBytes = nasty.map(toBytes)

function generatePart(name: string, content: fc.Arbitrary<Buffer>, more = ''): fc.Arbitrary<Buffer> {
  const head = toBytes(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`)
  return content.map((bytes) => Buffer.concat([head, bytes, toBytes('\r\n')]))
}

function toBytes(value: unknown): Buffer {
  return Buffer.from(toPlainText(value))
}

/** Avoids calling toString, which some objects don't have. */
function toPlainText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Faults of the whole request. */
const distortion: fc.Arbitrary<(draft: RequestDraft) => RequestDraft> = fc.oneof(
  fc.constantFrom(
    ...['HEAD', 'OPTIONS', 'TRACE', 'PATCH', 'DELETE', 'PUT', 'POST', 'GET', 'PROPFIND'].map(
      (method) => (draft: RequestDraft) => ({ ...draft, method }),
    ),
  ),
  fc
    .constantFrom(
      (target: string) => `/${target}`,
      (target: string) => target.replaceAll('/', '//'),
      (target: string) => target.replace(/\/(?=[^/]*$)/, '%2f'),
      (target: string) => `${target}/../../../etc/passwd`,
      (target: string) => `${target}%00`,
      (target: string) => `${target}%ff%fe`,
      (target: string) => `${target}%E0%A4%A`,
      (target: string) => `${target}?search=%ED%A0%80&search=1&search[]=2&__proto__=1&constructor=2&a[b][c]=3`,
      (target: string) => `${target}&page=9007199254740993&page_size=1e9&page=-1&ordering=--id,;&limit=0`,
      (target: string) => `${target}?search=${'x'.repeat(11_000)}`,
      (target: string) => `${target}#part?x`,
      (target: string) => `http://elsewhere.test${target}`,
      (target: string) => target.toUpperCase(),
    )
    .map((bend) => (draft: RequestDraft) => ({ ...draft, target: bend(draft.target) })),
  fc
    .tuple(
      fc.constantFrom(
        'if-match',
        'idempotency-key',
        'accept-encoding',
        'range',
        'if-none-match',
        'if-modified-since',
        'accept',
        'content-type',
        'content-encoding',
        'x-http-method-override',
        'x-client-version',
        'authorization',
        'cookie',
        'origin',
        'referer',
        'x-forwarded-for',
        'x-forwarded-host',
        'forwarded',
        'last-event-id',
        'accept-language',
      ),
      fc.oneof(
        nasty.map(toHeaderText),
        fc.constantFrom(
          '*',
          '""',
          'W/"1"',
          'bytes=0-',
          'bytes=5-1,-0',
          'br;q=0',
          'text/html',
          'text/plain',
          'Bearer x',
          'gzip',
          'DELETE',
        ),
        fc.constantFrom(
          'application/json; charset=euc-kr',
          'multipart/form-data',
          'application/x-www-form-urlencoded',
          '; ; =',
        ),
      ),
    )
    .map(([name, value]) => (draft: RequestDraft) => ({ ...draft, headers: { ...draft.headers, [name]: value } })),
  fc
    .constantFrom(
      '',
      '{',
      '[',
      'null',
      '"x"',
      '1e999',
      '{"a":1,}',
      '{"__proto__":{"x":1}}',
      '{"constructor":{"prototype":{}}}',
      '\ufeff{}',
      '['.repeat(100_000),
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      '{"a":'.repeat(50_000),
      '{"id":"\\u0000"}',
      '{"id":"\\ud800"}',
      `{"id":${'9'.repeat(400)}}`,
      `{"x":"${'가'.repeat(400_000)}"}`,
      `[${'{},'.repeat(50_000)}{}]`,
    )
    .map((body) => (draft: RequestDraft) => replaceWithJson(draft, Buffer.from(body))),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => (draft: RequestDraft) => replaceWithJson(draft, Buffer.from(bytes))),
)

function replaceWithJson(draft: RequestDraft, body: Buffer): RequestDraft {
  return { ...draft, body, headers: { 'content-type': 'application/json', ...draft.headers } }
}
