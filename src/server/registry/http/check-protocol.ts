import { checkIssuedExtract, type IssuedExtract, RegistryError } from '../registry-source.ts'
import {
  helloSchema,
  type HelperResponse,
  issuedSchema,
  protocolVersion,
  readHelperResponse,
  type RefusedBy,
  refusedSchema,
  responseTimeoutMs,
} from './http-source.ts'

export interface CheckedHelper {
  readonly url: string
  readonly token: string | undefined
  /** A parcel that the helper has; defaults to the `sample` it names itself. */
  readonly sample?: { readonly num: string | null; readonly jibun: string }
  readonly timeoutMs?: number
}

interface CheckResult {
  readonly name: string
  /** Null when passed. */
  readonly error: string | null
}

/**
 * Tests a helper against every rule of the protocol (`PROTOCOL.md`); never throws because of the
 * helper. HAZARD: it requests three extracts.
 */
export async function checkHelper(helper: CheckedHelper): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = []
  const check = async <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      const value = await work()
      results.push({ name, error: null })
      return value
    } catch (error) {
      results.push({ name, error: describeError(error) })
      return undefined
    }
  }
  const hello = await check('GET /: 프로토콜 버전과 이름을 답합니다', async () => {
    const { status, body } = await call(helper, '/', { method: 'GET' })
    expectThat(status === 200, `상태 ${status}`)
    return helloSchema.parse(body)
  })
  const parcel = helper.sample ?? hello?.sample
  if (parcel === undefined) {
    const error = `확인할 부동산이 없습니다. sample을 답하거나 --num, --jibun을 적어 주세요 (프로토콜 ${protocolVersion}).`
    return [...results, { name: 'POST /extracts: 등본을 발급합니다', error }]
  }
  const first = await check('POST /extracts: 요청한 부동산의 등본과 온전한 PDF를 답합니다', () =>
    requestExtract(helper, parcel),
  )
  await check('POST /extracts: 같은 부동산은 다시 물어도 같은 고유번호입니다', async () => {
    const repeated = await requestExtract(helper, parcel)
    expectThat(repeated.extract.num === first?.extract.num, `${first?.extract.num} ≠ ${repeated.extract.num}`)
  })
  await check('POST /extracts: 주민등록번호는 등본 내용에서 가려져 있습니다', () => checkMasked(helper, parcel))
  for (const { name, sendRequest, expected } of listRefusedChecks(helper, parcel))
    await check(name, async () => {
      const { status, body } = await sendRequest()
      expectThat(status === expected.status, `상태 ${status}, ${expected.status}이어야 합니다`)
      const refused = refusedSchema.parse(body)
      expectThat(refused.error === expected.error, `error ${refused.error}, ${expected.error}이어야 합니다`)
    })
  return results
}

function listRefusedChecks(
  helper: CheckedHelper,
  parcel: { num: string | null; jibun: string },
): readonly RefusedCheck[] {
  const post =
    (body: unknown, overrides: Partial<CheckedHelper> = {}) =>
    () =>
      call({ ...helper, ...overrides }, '/extracts', { method: 'POST', body })
  return [
    {
      name: 'POST /extracts: 없는 부동산은 404 not_found입니다',
      sendRequest: post({ num: '0000-0000-000000', jibun: '없는도 없는시 없는동 99999-9999' }),
      expected: { status: 404, error: 'not_found' },
    },
    {
      name: 'POST /extracts: 형식이 다른 요청은 400 invalid_request입니다',
      sendRequest: post({ parcel: parcel.jibun }),
      expected: { status: 400, error: 'invalid_request' },
    },
    ...(helper.token === undefined
      ? []
      : [
          {
            name: 'POST /extracts: 토큰이 다르면 401 unauthorized입니다',
            sendRequest: post(parcel, { token: `${helper.token}-wrong` }),
            expected: { status: 401, error: 'unauthorized' as const },
          },
        ]),
  ]
}

interface RefusedCheck {
  readonly name: string
  sendRequest(): Promise<HelperResponse>
  readonly expected: { readonly status: number; readonly error: RefusedBy }
}

async function call(
  { url, token, timeoutMs = responseTimeoutMs }: CheckedHelper,
  path: '/' | '/extracts',
  request: { method: 'GET' | 'POST'; body?: unknown },
): Promise<HelperResponse> {
  const fullUrl = `${url.replace(/(?<!\/)\/+$/, '')}${path}`
  return await readHelperResponse(
    { url: fullUrl, token, timeoutMs },
    { ...request, signal: new AbortController().signal },
  )
}

async function callExtracts(helper: CheckedHelper, parcel: { num: string | null; jibun: string }) {
  const { status, body } = await call(helper, '/extracts', { method: 'POST', body: parcel })
  expectThat(status === 200, `상태 ${status}`)
  return issuedSchema.parse(body)
}

async function requestExtract(
  helper: CheckedHelper,
  parcel: { num: string | null; jibun: string },
): Promise<IssuedExtract> {
  const { extract, issued_at, pdf_base64 } = await callExtracts(helper, parcel)
  const pdf = Buffer.from(pdf_base64, 'base64')
  return checkIssuedExtract(parcel, { extract, issuedAt: new Date(issued_at), pdf })
}

async function checkMasked(helper: CheckedHelper, parcel: { num: string | null; jibun: string }): Promise<void> {
  const { extract, pdf_base64 } = await callExtracts(helper, parcel)
  const checked = checkIssuedExtract(parcel, { extract, issuedAt: new Date(0), pdf: Buffer.from(pdf_base64, 'base64') })
  expectThat(
    JSON.stringify(checked.extract) === JSON.stringify(extract),
    '가리지 않은 번호가 있습니다. numbers로 보내 주세요',
  )
}

function expectThat(condition: boolean, message: string): void {
  if (!condition) throw new RegistryError(message)
}

/**
 * The error as text for the helper's developer. HAZARD: never includes the response, which may hold
 * personal numbers.
 */
function describeError(error: unknown): string {
  if (error instanceof RegistryError) return error.message
  if (error instanceof Error && 'issues' in error && Array.isArray(error.issues)) {
    const [issue] = error.issues as { path: PropertyKey[]; message: string }[]
    return `${issue?.path.join('.') || '답'}: ${issue?.message ?? '형식이 다릅니다'}`
  }
  return error instanceof Error ? error.message : String(error)
}
