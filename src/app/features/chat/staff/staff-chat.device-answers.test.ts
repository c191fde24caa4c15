import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswerPart } from '#contract/chat/answer.ts'
import { chatAnswerSchema } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { answerQuestion } from '#domain/chat/answer-question.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { stoppedLeftOutText } from '#domain/retention/stopped-texts.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { stopRecords } from '#tests/support/books/stop-record.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { staffQuestions } from '#tests/support/people/staff-questions.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'
import { loadDemoOffice } from '#tests/support/servers/load-demo-office.ts'
import { appendText } from '../answer-progress.ts'
import { createDeviceOfficeData, NoCopyError } from './staff-chat.ts'

const now = new Date('2026-11-25T03:00:00Z')
const today = toOfficeDay(now.getTime())
const server = await buildTestApp({ now: () => now, config: { rateLimitPerMinute: 60_000 } })
let staff: SignedIn
let copy: OfflineCopy

beforeAll(async () => {
  await loadDemoOffice(server, now)
  staff = await server.signIn('staff')
  copy = await openCopy(await server.listen())
}, 60_000)
afterAll(async () => {
  // The device's event stream is still open.
  server.app.server.closeAllConnections()
  await server.close()
})

async function openCopy(baseUrl: string): Promise<OfflineCopy> {
  const runtime: Runtime = { ...makeFakeBrowser({ clock: 'real' }).openTab({ fetch, baseUrl }).runtime, newId }
  const outbox = await openOutbox(runtime, staff.user.id)
  const tokens = { access_token: staff.accessToken, refresh_token: staff.refreshToken }
  await saveSession(outbox, { ...tokens, expires_in: 3600, user_info: staff.user })
  closeOutbox(outbox)
  return await openOfflineCopy({ userId: staff.user.id, runtime, createWorker: null })
}

/** Retries until the device has copied the book; it copies one after another. */
async function waitUntilCopied<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (const start = Date.now(); ;) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof NoCopyError) || Date.now() - start > 60_000) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

async function askDevice(question: string): Promise<readonly AnswerPart[]> {
  const asker = { name: staff.user.nickname, isSuperuser: false }
  const knowledge = {
    today,
    table: null,
    pages: { search: () => Promise.resolve([]) },
    office: createDeviceOfficeData(copy, { today, asker }),
  }
  let parts: readonly AnswerPart[] = []
  for await (const step of answerQuestion({ question, history: [] }, knowledge))
    if (step.kind === 'part') parts = [...parts, step.part]
    else if (step.kind === 'delta') parts = appendText(parts, step.text)
  return parts
}

async function askServer(prompt: string): Promise<readonly AnswerPart[]> {
  const answer = await staff.inject({ method: 'POST', url: chatPaths.ask, payload: { prompt } })
  return chatAnswerSchema.parse(answer.json()).parts
}

test('gives the same answer to every staff question on a device as on the server', { timeout: 120_000 }, async () => {
  const different: string[] = []
  for (const [question] of staffQuestions) {
    const [deviceAnswer, serverAnswer] = [await waitUntilCopied(() => askDevice(question)), await askServer(question)]
    if (!isDeepStrictEqual(deviceAnswer, serverAnswer))
      different.push(
        `${question}\n${JSON.stringify(deviceAnswer).slice(0, 700)}\n${JSON.stringify(serverAnswer).slice(0, 700)}`,
      )
  }
  expect(different).toEqual([])
})

test('device and server both leave out a stopped record and say so', { timeout: 120_000 }, async () => {
  const superuser = await server.signIn('superuser')
  const { rows } = await sql<{ id: string; owner_name: string }>`
    select min(id::text)::uuid as id, owner_name from deposit_case where owner_name ~ '^[가-힣]{3}$' group by 2 having count(*) = 1 order by 2 limit 1
  `.execute(server.ownerDb)
  const { id = '', owner_name: owner = '' } = rows[0] ?? {}
  const questions = [`${owner} 공탁 사건`, `${owner} 공탁 사건 보수료 합계`, '공탁 사건 몇 건이야?']
  expect(JSON.stringify(await askServer(questions[0] ?? ''))).toContain('1건')
  await stopRecords(
    async (method, url, payload) => (await superuser.inject({ method, url, payload })).statusCode,
    [{ collection: 'deposit-cases', id }],
  )
  await expect.poll(() => copy.getStatus().stopped).toContain(`deposit-cases/${id}`)
  for (const question of questions) {
    const serverAnswer = await askServer(question)
    expect(await waitUntilCopied(() => askDevice(question))).toEqual(serverAnswer)
    expect(JSON.stringify(serverAnswer)).toContain(stoppedLeftOutText)
    expect(JSON.stringify(serverAnswer)).not.toContain(id)
  }
  expect(JSON.stringify(await askServer(questions[0] ?? ''))).toContain('없습니다.')
})
