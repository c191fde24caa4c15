import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chatAboutSchema, chatAnswerSchema } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { loadDemoPosts } from '#server/blog/demo.ts'
import { loadDemoDepositCases } from '#server/deposit-cases/demo.ts'
import { loadDemoMasterData } from '#server/master-data/demo.ts'
import { startFakeModel } from '#tests/support/fakes/fake-model.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'

const now = new Date('2026-11-25T03:00:00Z')
const model = await startFakeModel()
const chatModel = { baseUrl: model.baseUrl, apiKey: 'key-of-the-office', model: 'fake', questionsPerDay: 1000 }
const server = await buildTestApp({ now: () => now, config: { rateLimitPerMinute: 60_000, chatModel } })
afterAll(async () => {
  await server.close()
  await model.close()
})
let staff: SignedIn
beforeAll(async () => {
  const db = server.ownerDb
  await loadDemoMasterData(db, { now })
  await loadDemoDepositCases(db, { now })
  await loadDemoPosts(db, { now })
  staff = await server.signIn('staff')
})
beforeEach(() => model.play())

const visitor: Pick<SignedIn, 'inject'> = { inject: (request) => server.app.inject(request) }

async function ask(prompt: string, from: Pick<SignedIn, 'inject'> = staff, overrides: object = {}) {
  const response = await from.inject({ method: 'POST', url: chatPaths.ask, payload: { prompt, ...overrides } })
  expect(response.statusCode, response.body).toBe(200)
  return chatAnswerSchema.parse(response.json())
}

const countCases = {
  kind: 'calls',
  calls: [
    {
      name: 'find_records',
      arguments: JSON.stringify({
        collection: 'deposit-cases',
        filters: [{ op: 'equals', field: 'status', value: 'on_hold' }],
      }),
    },
  ],
} as const

test('looks up data with the asker’s tools, whose tables reach the reader unchanged', async () => {
  model.play(countCases, { kind: 'text', chunks: ['보류 중인 ', '사건을 표로 보여 드립니다.'] })
  const answer = await ask('보류된 공탁 사건 보여 줘')
  expect(answer.engine).toBe('model')
  expect(answer.message).toBe('보류 중인 사건을 표로 보여 드립니다.')
  expect(answer.parts.find((part) => part.kind === 'table')).toMatchObject({ title: '공탁 사건', count: 44 })
  const [first, second] = model.calls
  expect(first?.authorization).toBe('Bearer key-of-the-office')
  expect(first?.messages.at(-1)).toMatchObject({ role: 'user', content: '보류된 공탁 사건 보여 줘' })
  expect(second?.messages.at(-1)).toMatchObject({ role: 'tool', tool_call_id: 'call_0' })
  expect(second?.messages.at(-1)?.content).toContain('"count":44')
})

test('offers visitors public pages only, for any request of the model', async () => {
  model.play(countCases, { kind: 'text', chunks: ['알 수 없습니다.'] })
  const answer = await ask('공탁 사건 보여 줘', visitor)
  expect(model.calls[0]?.tools?.map((tool) => tool.function.name)).toEqual(['search_pages'])
  expect(model.calls[1]?.messages.at(-1)?.content).toContain('error: there is no such tool')
  expect(answer.parts.map(({ kind }) => kind)).toEqual(['text'])
  expect(answer.message).toContain('출처를 찾지 못한 답입니다.')
})

test('hides secrets before they leave, and restores them in the answer', async () => {
  model.play({ kind: 'text', chunks: ['연락처 ⟦전', '화번호1⟧로 ', '전화해 주세요. ⟦전화번호2⟧'] })
  const written = '010-1234-5678로 전화할까요? 계좌 110-123-456789, 카드 4111-1111-1111-1111, 900101-1234568'
  const answer = await ask(written)
  const sentText = model.calls[0]?.raw ?? ''
  for (const number of ['1234-5678', '123-456789', '4111-1111', '1234568']) expect(sentText).not.toContain(number)
  expect(answer.message).toContain('연락처 010-1234-5678로 전화해 주세요. ⟦전화번호2⟧')
  expect(answer.replaced.map(({ kind }) => kind)).toEqual(['resident', 'card', 'account', 'phone'])
})

test('hides secrets in tool results too, and the model can search by a number it never saw', async () => {
  const find = (search: string) => ({
    kind: 'calls' as const,
    calls: [{ name: 'find_records', arguments: JSON.stringify({ collection: 'managers', search }) }],
  })
  model.play(find('강여울'), { kind: 'text', chunks: ['찾았습니다.'] })
  await ask('강여울 연락처')
  expect(model.calls[1]?.raw).toContain('강여울')
  expect(model.calls[1]?.raw).not.toMatch(/010-0000-\d{4}/)
  model.play(find('⟦전화번호1⟧'), { kind: 'text', chunks: ['찾았습니다.'] })
  const answer = await ask('010-0000-0002가 누구 번호야?')
  expect(answer.parts.find((part) => part.kind === 'table')).toMatchObject({ count: 1 })
})

test.each([
  ['an unknown tool', { name: 'drop_table', arguments: '{}' }, 'there is no such tool'],
  ['invalid JSON arguments', { name: 'find_records', arguments: '{"collection":' }, 'the arguments do not fit'],
  ['an unknown book', { name: 'find_records', arguments: '{"collection":"app_user"}' }, 'the arguments do not fit'],
  [
    'an unknown field',
    {
      name: 'find_records',
      arguments: '{"collection":"deposit-cases","filters":[{"op":"equals","field":"password","value":"x"}]}',
    },
    'unknown field',
  ],
  [
    'a secret',
    {
      name: 'find_records',
      arguments: '{"collection":"unit-owners","filters":[{"op":"contains","field":"rrn","text":"9"}]}',
    },
    'unknown field',
  ],
])('returns %s to the model as an error and never runs it', async (_, call, error) => {
  model.play({ kind: 'calls', calls: [call] }, { kind: 'text', chunks: ['알겠습니다.'] })
  const answer = await ask('사건')
  expect(model.calls[1]?.messages.at(-1)?.content).toContain(error)
  expect(answer.parts.every(({ kind }) => kind === 'text')).toBe(true)
})

test('stops a model that never stops calling tools', async () => {
  model.play(countCases)
  expect((await ask('사건')).message).toContain('여기까지만 답합니다.')
  expect(model.calls.length).toBe(6)
})

test('retries a failure before the first text, then the rules answer and say so', async () => {
  model.play({ kind: 'status', status: 429 }, { kind: 'status', status: 503 }, { kind: 'text', chunks: ['됩니다.'] })
  expect((await ask('공탁')).message).toContain('됩니다.')
  model.play({ kind: 'status', status: 401 })
  const answer = await ask('보류된 공탁 사건 몇 건?')
  expect(model.calls.length).toBe(1)
  expect(answer.message).toContain('언어 모델에 연결할 수 없어 정해진 규칙으로 답합니다.')
  expect(answer.parts.find((part) => part.kind === 'table')).toMatchObject({ count: 44 })
})

test('sends the key nowhere else: a redirect is a failure', async () => {
  model.play({ kind: 'redirect', to: `${model.baseUrl}/elsewhere` })
  expect((await ask('공탁 사건 몇 건?')).message).toContain('언어 모델에 연결할 수 없어')
  expect(model.calls.every(({ raw }) => raw.includes('"stream":true'))).toBe(true)
})

test('keeps the text received before a break, and says that it broke off', async () => {
  model.play({ kind: 'break', after: ['여기까지'] })
  expect((await ask('공탁')).message).toContain('여기까지\n(답변이 중간에 끊겼습니다.')
  model.play({
    kind: 'raw',
    parts: ['data: {"choices":[{"delta":{"content":"반쯤"}}]}\n\n', 'data: {"error":{"message":"overloaded"}}\n\n'],
  })
  expect((await ask('공탁')).message).toContain('반쯤\n(답변이 중간에 끊겼습니다.')
})

test('reads a stream split anywhere, with comments, CRLF and meaningless frames', async () => {
  const stream =
    ': hello\r\n\r\ndata: {"choices":[]}\r\n\r\ndata: not json\r\n\r\ndata: {"choices":[{"delta":{"content":"한글"}}]}\r\n\r\ndata: {"choices":[{"delta":{},"finish_reason":"stop"}],"usage":{}}\r\n\r\ndata: [DONE]\r\n\r\n'
  const bytes = [...stream]
  model.play({ kind: 'raw', parts: bytes })
  expect((await ask('공탁')).message).toContain('한글')
})

test('aborts the upstream request when the reader leaves', async () => {
  model.play({ kind: 'stall', after: ['시작'] })
  const origin = await server.listen()
  const controller = new AbortController()
  const pending = fetch(`${origin}${chatPaths.ask}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${staff.accessToken}`,
    },
    body: JSON.stringify({ prompt: '공탁' }),
    signal: controller.signal,
  }).catch(() => null)
  await vi.waitFor(() => expect(model.calls.length).toBe(1), { timeout: 30_000 })
  await pending
  controller.abort()
  await vi.waitFor(() => expect(model.aborted).toBe(1), { timeout: 30_000 })
})

test('the rules answer a person who has used up the day’s budget', async () => {
  const key = `day chat model person ${staff.user.id}`
  await server.ownerDb.updateTable('rate_count').set({ count: 1000 }).where('key', '=', key).execute()
  model.play({ kind: 'text', chunks: ['모델'] })
  const answer = await ask('보류된 공탁 사건 몇 건?')
  expect(answer.message).toContain('오늘 언어 모델에 물을 수 있는 횟수를 다 써서')
  expect(model.calls).toEqual([])
  await server.ownerDb.deleteFrom('rate_count').where('key', '=', key).execute()
})

test('the greeting says that a language model answers', async () => {
  const readGreeting = async (from: Pick<SignedIn, 'inject'>) =>
    chatAboutSchema.parse((await from.inject({ method: 'GET', url: chatPaths.about })).json()).greeting
  expect(await readGreeting(visitor)).toContain('언어 모델이')
  expect(await readGreeting(staff)).toContain('언어 모델이')
})
