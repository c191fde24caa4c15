import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createExtract } from '#tests/support/documents/registry-extracts.ts'
import { type HelperFault, type SampleHelper, startSampleHelper } from '#tests/support/fakes/sample-registry.ts'
import { RegistryError } from '../registry-source.ts'
import { checkHelper } from './check-protocol.ts'
import { createHttpSource } from './http-source.ts'

let helper: SampleHelper
const signal = new AbortController().signal

beforeAll(async () => {
  helper = await startSampleHelper()
})
beforeEach(() => {
  Object.assign(helper, { fault: undefined, extract: createExtract(), numbers: undefined })
  helper.received.length = 0
})
afterAll(() => helper.close())

function requestExtract(parcel: { num: string | null; jibun: string } = helper.sample, timeoutMs = 5000) {
  return createHttpSource({ url: `${helper.url}/`, token: helper.token, timeoutMs }).issueExtract({ ...parcel, signal })
}

async function catchRegistryError(work: Promise<unknown>): Promise<RegistryError> {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  if (error instanceof RegistryError) return error
  throw new Error('this was to be refused')
}

test('asks the helper for the parcel and keeps its response unchanged', async () => {
  const { extract, issuedAt, pdf } = await requestExtract()
  expect(helper.received).toEqual([helper.sample])
  expect(extract).toEqual(createExtract())
  expect(issuedAt.toISOString()).toBe('2026-11-20T05:05:22.000Z')
  expect(Buffer.from(pdf).toString('latin1')).toMatch(/^%PDF-/)
})

test('matches by lot when there is no number', async () => {
  expect((await requestExtract({ num: null, jibun: helper.sample.jibun })).extract.num).toBe(helper.sample.num)
  const error = await catchRegistryError(requestExtract({ num: null, jibun: '달빛로 7' }))
  expect(error.message).toContain('지번을 찾을 수 없습니다')
  expect(helper.received).toHaveLength(1)
})

test('takes full numbers next to the extract, never in it', async () => {
  helper.numbers = [{ rank: '1', name: '김가온', num: '900101-1000002' }]
  helper.fault = 'unmasked'
  const { extract, numbers } = await requestExtract()
  expect(numbers).toEqual(helper.numbers)
  expect(extract.ownership[0]?.parties[0]?.num_masked).toBe('900101-1******')
  expect(JSON.stringify(extract)).not.toContain('000002')
})

test.each<[HelperFault, string, boolean]>([
  ['other_num', '다른 부동산의 등본(2501-2020-000124)', false],
  ['other_lot', '다른 부동산의 등본(해든구 달빛동 123-5)', false],
  ['cut_pdf', '끝이 잘린 파일', true],
  ['html_pdf', 'PDF가 아닌 파일', true],
  ['wrong_shape', '답을 읽을 수 없습니다(issued_at)', false],
  ['no_json', '답을 읽을 수 없습니다', false],
  ['endless', '답이 너무 큽니다', false],
  ['busy', '요청이 한꺼번에 너무 많습니다', true],
  ['closed', '등기소 운영 시간이 아닙니다', true],
  ['no_credit', '잔액이 부족합니다', false],
  ['elsewhere', '연결할 수 없습니다', true],
])('%s: adopts nothing and reports the reason', async (fault, reason, isTransient) => {
  helper.fault = fault
  const error = await catchRegistryError(requestExtract())
  expect(error.message).toContain(reason)
  expect(error.isTransient).toBe(isTransient)
})

test('asks once more when the helper says how long to wait', async () => {
  helper.fault = 'busy_once'
  expect((await requestExtract()).extract.num).toBe(helper.sample.num)
  expect(helper.received).toHaveLength(2)
})

test('gives up on a silent helper after the timeout, and on an unreachable one at once', async () => {
  helper.fault = 'silent'
  expect((await catchRegistryError(requestExtract(helper.sample, 300))).message).toContain('1초 안에 답하지 않았습니다')
  const deleted = createHttpSource({ url: 'http://127.0.0.1:1', token: undefined }).issueExtract({
    ...helper.sample,
    signal,
  })
  expect((await catchRegistryError(deleted)).message).toContain('연결할 수 없습니다')
})

test('gives the caller’s own reason when the caller aborts', async () => {
  helper.fault = 'silent'
  const controller = new AbortController()
  const pending = createHttpSource({ url: helper.url, token: helper.token }).issueExtract({
    ...helper.sample,
    signal: controller.signal,
  })
  controller.abort(new Error('given up'))
  await expect(pending).rejects.toThrow('given up')
})

test('names an unknown token and an unknown parcel', async () => {
  const stranger = createHttpSource({ url: helper.url, token: 'other' }).issueExtract({ ...helper.sample, signal })
  expect((await catchRegistryError(stranger)).message).toContain('REGISTRY_TOKEN')
  expect(
    (await catchRegistryError(requestExtract({ num: '2501-2020-000999', jibun: '해든구 달빛동 9' }))).message,
  ).toContain('찾을 수 없습니다')
})

test('the sample helper follows the protocol', async () => {
  expect((await checkHelper(helper)).filter(({ error }) => error !== null)).toEqual([])
})

test.each<HelperFault>([
  'other_num',
  'other_lot',
  'cut_pdf',
  'html_pdf',
  'unmasked',
  'no_json',
  'wrong_shape',
  'busy',
  'closed',
  'elsewhere',
])('the check finds %s', async (fault) => {
  helper.fault = fault
  const failed = (await checkHelper({ ...helper, timeoutMs: 1000 })).filter((check) => check.error !== null)
  expect(failed.length).toBeGreaterThan(0)
  expect(JSON.stringify(failed)).not.toContain('000002')
})
