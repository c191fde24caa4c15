import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { RegistryExtract } from '#contract/registry/extract.ts'
import { createExtract } from '../documents/registry-extracts.ts'

/** The fault of the sample helper; absent: none. */
export type HelperFault =
  | 'other_num'
  | 'other_lot'
  | 'cut_pdf'
  | 'html_pdf'
  | 'unmasked'
  | 'no_json'
  | 'wrong_shape'
  | 'silent'
  | 'endless'
  | 'busy'
  | 'busy_once'
  | 'closed'
  | 'elsewhere'
  | 'no_credit'

export interface SampleHelper {
  readonly url: string
  readonly token: string
  /** Bodies of received requests. */
  readonly received: unknown[]
  readonly sample: { readonly num: string; readonly jibun: string }
  fault: HelperFault | undefined
  /** Delay of the response in ms, as a slow register site has. */
  delayMs: number
  /** Has any requested parcel. */
  hasAll: boolean
  extract: RegistryExtract
  numbers: readonly { rank: string; name: string; num: string }[] | undefined
  close(): Promise<void>
}

/**
 * A sample helper per `src/server/registry/PROTOCOL.md` with one parcel: a template for a real one,
 * with the faults that a real one may have.
 */
export async function startSampleHelper(): Promise<SampleHelper> {
  const server = createServer((request, response) => void respond(helper, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const helper: SampleHelper = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'sample-token',
    received: [],
    sample: { num: '2501-2020-000123', jibun: '가람도 솔빛시 해든구 달빛동 123-4' },
    fault: undefined,
    delayMs: 0,
    hasAll: false,
    extract: createExtract(),
    numbers: undefined,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return helper
}

async function respond(helper: SampleHelper, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  if (request.method === 'GET') return send(200, { protocol: 1, name: 'sample', sample: helper.sample })
  if (request.headers.authorization !== `Bearer ${helper.token}`) return send(401, { error: 'unauthorized' })
  const received = readParcel(await readAll(request))
  helper.received.push(received)
  const { fault } = helper
  await delay(helper.delayMs)
  if (fault === 'silent') return
  if (fault === 'endless') return sendEndlessly(response)
  if (fault === 'no_json') return send(200, '<html>점검 중</html>')
  if (fault === 'elsewhere') return send(302, '', { location: 'http://127.0.0.1:1/' })
  if (fault === 'closed') return send(503, { error: 'unavailable', message: '등기소 운영 시간이 아닙니다.' })
  if (fault === 'no_credit') return send(402, { error: 'no_credit' })
  if (fault === 'busy') return send(429, { error: 'busy' }, { 'retry-after': '3600' })
  if (fault === 'busy_once') {
    helper.fault = undefined
    return send(429, { error: 'busy' }, { 'retry-after': '0' })
  }
  if (received === undefined) return send(400, { error: 'invalid_request' })
  if (helper.hasAll) return send(200, buildIssuedResponse({ ...helper, extract: replaceParcel(helper, received) }))
  const isKnown = received.num === null ? received.jibun === helper.sample.jibun : received.num === helper.sample.num
  if (!isKnown) return send(404, { error: 'not_found' })
  if (fault === 'wrong_shape') return send(200, { issued_at: 'yesterday', extract: {}, pdf_base64: 'x' })
  send(200, buildIssuedResponse(helper))
}

function replaceParcel(
  { extract }: SampleHelper,
  { num, jibun }: { num: string | null; jibun: string },
): RegistryExtract {
  return { ...extract, num: num ?? '', description: { ...extract.description, address: jibun } }
}

function buildIssuedResponse({ fault, extract, numbers }: SampleHelper) {
  const [first] = extract.ownership
  const sentExtract: RegistryExtract = {
    ...extract,
    ...(fault === 'other_num' && { num: '2501-2020-000124' }),
    ...(fault === 'other_lot' && { description: { ...extract.description, address: '해든구 달빛동 123-5' } }),
    ...(fault === 'unmasked' &&
      first && {
        ownership: [{ ...first, parties: first.parties.map((party) => ({ ...party, num_masked: '900101-1000002' })) }],
      }),
  }
  const pdf = fault === 'cut_pdf' ? smallestPdf.slice(0, -20) : fault === 'html_pdf' ? '<html></html>' : smallestPdf
  return {
    issued_at: '2026-11-20T14:05:22+09:00',
    extract: sentExtract,
    pdf_base64: Buffer.from(pdf, 'latin1').toString('base64'),
    ...(numbers && { numbers }),
  }
}

function readParcel(text: string): { num: string | null; jibun: string } | undefined {
  const { num = null, jibun } = JSON.parse(text) as { num?: string | null; jibun?: string }
  return typeof jibun === 'string' ? { num, jibun } : undefined
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const part of request) chunks.push(part as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function sendEndlessly(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const writeMore = () => {
    while (!response.destroyed && response.write(' '.repeat(1_048_576)));
  }
  response.on('drain', writeMore)
  writeMore()
}

const body = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>> endobj
`
const offsets = [1, 2, 3].map((index) => `${String(body.indexOf(`${index} 0 obj`)).padStart(10, '0')} 00000 n \n`)
const smallestPdf = `${body}xref\n0 4\n0000000000 65535 f \n${offsets.join('')}trailer <</Size 4/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`
