import { expect, test } from 'vitest'
import { privacyPath } from '#contract/retention/privacy-notice.ts'
import { privacyNoticeSchema, recipientsPath, retentionPath } from '#contract/retention/retention.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'

const createModelConfig = (baseUrl: string) => ({ baseUrl, apiKey: 'a', model: 'b', questionsPerDay: 1 })

async function notify(config: Parameters<typeof buildTestApp>[0]) {
  const server = await buildTestApp(config)
  const notice = privacyNoticeSchema.parse((await server.app.inject(privacyPath)).json())
  await server.close()
  return notice
}

test('names every recipient the server is configured for, and nothing on this machine', async () => {
  const registry = { url: 'https://extracts.example.kr/api', token: undefined }
  const notice = await notify({ config: { chatModel: createModelConfig('https://llm.example.com/v1'), registry } })
  expect(notice.recipients.map(({ name, task }) => [name, task])).toEqual([
    ['llm.example.com', 'AI 채팅의 답변(언어 모델)'],
    ['extracts.example.kr', '등기사항증명서의 발급'],
  ])
  expect([notice.chat_model, notice.has_kakao]).toEqual(['llm.example.com', false])
  const own = await notify({ config: { chatModel: createModelConfig('http://127.0.0.1:11434/v1') } })
  expect([own.recipients, own.chat_model]).toEqual([[], null])
})

test('shows a longer period and an added recipient to everybody at once', async () => {
  const server = await buildTestApp()
  const superuser = await server.signIn('superuser')
  const send = (url: string, payload: object) => superuser.inject({ method: 'POST', url, payload })
  const read = async () => privacyNoticeSchema.parse((await server.app.inject(privacyPath)).json())
  expect((await read()).kinds.find(({ purpose }) => purpose.startsWith('공탁'))?.period).toMatch(/^5년/)
  const period = { id: newId(), kind: 'deposit-cases', effective_from: '2020-01-01', years: 7, note: '' }
  expect((await send(`${retentionPath}/periods`, period)).statusCode).toBe(201)
  const host = {
    id: newId(),
    name: '든든호스팅',
    task: '서버 호스팅',
    items: '서버의 모든 자료',
    country: '',
    kept: '',
  }
  expect((await send(recipientsPath, host)).statusCode).toBe(204)
  await expect
    .poll(async () => (await read()).kinds.find(({ purpose }) => purpose.startsWith('공탁'))?.period)
    .toMatch(/^7년/)
  expect((await read()).recipients).toEqual([
    { name: '든든호스팅', task: '서버 호스팅', items: '서버의 모든 자료', country: '', kept: '' },
  ])
  await server.close()
})
