import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chatAnswerSchema, chatThreadsSchema, threadWithMessagesSchema } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'
import { destroyOldThreads } from './threads.ts'

let now = new Date('2026-11-25T03:00:00Z')
const server = await buildTestApp({ now: () => now, config: { rateLimitPerMinute: 60_000 } })
afterAll(server.close)
let staff: SignedIn
let chief: SignedIn
beforeAll(async () => {
  staff = await server.signIn('staff')
  chief = await server.signIn('superuser')
})
beforeEach(async () => {
  await server.ownerDb.deleteFrom('chat_thread').execute()
})

async function ask(from: Pick<SignedIn, 'inject'>, payload: object) {
  return await from.inject({ method: 'POST', url: chatPaths.ask, payload })
}

async function askInThread(threadId: string, prompt: string, overrides: object = {}) {
  const answer = await ask(staff, { prompt, thread_id: threadId, ...overrides })
  expect(answer.statusCode, answer.body).toBe(200)
  return chatAnswerSchema.parse(answer.json()).question_id
}

async function readMessages(from: SignedIn, id: string) {
  const response = await from.inject({ method: 'GET', url: chatPaths.thread.replace(':id', id) })
  return threadWithMessagesSchema.parse(response.json()).messages.map(({ role, parts }) => {
    const [first] = parts
    return role === 'user' && first?.kind === 'text' ? first.text : role
  })
}

async function readThreads(from: SignedIn) {
  return chatThreadsSchema.parse((await from.inject({ method: 'GET', url: chatPaths.threads })).json()).threads
}

test('stores question and answer in order, for their author only', async () => {
  const id = newId()
  await askInThread(id, '공탁 사건 몇 건이야?')
  now = new Date(now.getTime() + 60_000)
  await askInThread(id, '제 번호는 900101-1234568')
  expect(await readMessages(staff, id)).toEqual([
    '공탁 사건 몇 건이야?',
    'assistant',
    '제 번호는 900101-1******',
    'assistant',
  ])
  expect(await readThreads(staff)).toMatchObject([
    {
      id,
      title: '공탁 사건 몇 건이야?',
      asked_at: '2026-11-25T03:01:00+00:00',
      expires_at: '2026-12-25T03:01:00+00:00',
    },
  ])
  // A superuser sees no more of it than anybody else.
  expect(await readThreads(chief)).toEqual([])
  for (const method of ['GET', 'DELETE'] as const)
    expect((await chief.inject({ method, url: chatPaths.thread.replace(':id', id) })).statusCode).toBe(404)
  expect((await ask(chief, { prompt: '공탁 사건 몇 건이야?', thread_id: id })).statusCode).toBe(404)
  expect(await readMessages(staff, id)).toHaveLength(4)
})

test('a rephrased question replaces the old one and everything after it', async () => {
  const id = newId()
  await askInThread(id, '첫 질문 사건')
  const second = await askInThread(id, '둘째 질문 사건')
  await askInThread(id, '셋째 질문 사건')
  await askInThread(id, '고친 질문 사건', { instead_of: second })
  expect(await readMessages(staff, id)).toEqual(['첫 질문 사건', 'assistant', '고친 질문 사건', 'assistant'])
})

test('two concurrent questions of one thread are stored as pairs', async () => {
  const id = newId()
  const prompts = Array.from({ length: 8 }, (_, index) => `${index + 1}번째 사건`)
  await Promise.all(prompts.map((prompt) => askInThread(id, prompt)))
  const stored = await readMessages(staff, id)
  expect(stored.filter((_, index) => index % 2 === 1)).toEqual(prompts.map(() => 'assistant'))
  expect(stored.filter((_, index) => index % 2 === 0).toSorted()).toEqual(prompts)
})

test('a thread can be deleted by its author and is destroyed thirty days after its last question', async () => {
  const [threadId, other] = [newId(), newId()]
  await askInThread(threadId, '지울 사건')
  await askInThread(other, '남길 사건')
  expect((await staff.inject({ method: 'DELETE', url: chatPaths.thread.replace(':id', threadId) })).statusCode).toBe(
    204,
  )
  expect((await readThreads(staff)).map(({ id }) => id)).toEqual([other])
  now = new Date(now.getTime() + 30 * 24 * 3_600_000)
  // The old session has expired after this time.
  staff = await server.signIn('staff')
  expect(await readThreads(staff)).toEqual([])
  expect(await destroyOldThreads(server.db, now)).toBe(1)
  expect(await server.ownerDb.selectFrom('chat_message').select('id').execute()).toEqual([])
})

test('stores no question of a visitor or member, who have no access to threads', async () => {
  const id = newId()
  const response = await ask(
    { inject: (request) => server.app.inject(request) },
    { prompt: '공탁이 뭔가요', thread_id: id },
  )
  expect(chatAnswerSchema.parse(response.json()).question_id).toBeNull()
  expect(await server.ownerDb.selectFrom('chat_thread').select('id').execute()).toEqual([])
  expect((await server.app.inject({ method: 'GET', url: chatPaths.threads })).statusCode).toBe(401)
  const member = await server.signIn('member')
  expect((await member.inject({ method: 'GET', url: chatPaths.threads })).statusCode).toBe(403)
})

test('the trail lists each book whose records an answer read, as its own list does', async () => {
  const readListTrail = async () =>
    await server.ownerDb
      .selectFrom('audit')
      .select(['collection', 'detail'])
      .where('act', '=', 'list')
      .where('collection', '=', 'deposit-cases')
      .execute()
  const before = (await readListTrail()).length
  await ask(staff, { prompt: '남은 연차 며칠이야?' })
  expect((await readListTrail()).length).toBe(before)
  const payload = {
    owner_name: '김하나',
    business_section: '제안 공구',
    address: '솔빛시 1',
    status: 'pending',
    business_manager: '강여울',
    purpose: '소유권이전',
  }
  const created = await staff.inject({ method: 'POST', url: '/api/mysql/deposition/list/', payload })
  expect(created.statusCode, created.body).toBe(201)
  await ask(staff, { prompt: '공탁 사건 보여 줘' })
  expect((await readListTrail()).slice(before)).toEqual([{ collection: 'deposit-cases', detail: { from: 'chat' } }])
})

test('the trail records that a question was asked and which tools answered it, never its text', async () => {
  const readTrailAfter = async (seq: number) =>
    await server.ownerDb
      .selectFrom('audit')
      .selectAll()
      .where('collection', '=', 'chat')
      .where('seq', '>', seq)
      .orderBy('seq')
      .execute()
  const last = (await readTrailAfter(0)).at(-1)?.seq ?? 0
  await askInThread(newId(), '홍길동 공탁 사건 몇 건이야?')
  await ask(staff, { prompt: '남은 연차 며칠이야?' })
  const rows = await readTrailAfter(last)
  expect(rows.map(({ act, detail }) => ({ act, detail }))).toEqual([
    { act: 'read', detail: { engine: 'local', tools: ['find_records'] } },
    { act: 'read', detail: { engine: 'local', tools: ['leave_balance'] } },
  ])
  expect(JSON.stringify(rows)).not.toContain('홍길동')
})
