import Fastify from 'fastify'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { apiTestItemsSchema, apiTestPaths } from '#contract/admin/api-test.ts'
import { problemSchema } from '#contract/problem.ts'
import { testStaffArea } from '#tests/support/people/staff-calls.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'
import { requestToken } from './routes.ts'

/** A token helper like those that offices run: it checks its key and can be made to fail. */
const helper = Fastify({ forceCloseConnections: true })
let health: 'well' | 'nonsense' | 'broken' | 'silent' = 'well'
helper.post('/token', async (request, reply) => {
  if (health === 'silent') await new Promise((resolve) => setTimeout(resolve, 400))
  if (health === 'broken') return await reply.code(502).send('<html>')
  if (health === 'nonsense') return { token: '' }
  if (request.headers.authorization !== 'Bearer helper-key') return await reply.code(401).send({})
  return { refresh_token: 'abcdefghijkl', expires_in: 86_400 }
})
const url = `${await helper.listen({ port: 0, host: '127.0.0.1' })}/token`
const server = await buildTestApp({ config: { tokenHelper: { url, key: 'helper-key' } } })
const superuser = await server.signIn('superuser')
afterAll(async () => {
  await server.close()
  await helper.close()
})
beforeEach(() => {
  health = 'well'
})

describe('permissions', () => {
  const testMessage = { title: '시험', description: '', timestamp: '2026-11-24T09:00:00+09:00' }
  testStaffArea({
    calls: [
      ['GET', apiTestPaths.get, null, { staff: 403, superuser: 200 }],
      ['POST', apiTestPaths.post, testMessage, { staff: 403, superuser: 200 }],
      ['POST', apiTestPaths.refreshToken, null, { staff: 403, superuser: 501 }],
    ],
    paths: /^\/api\/(kia|staff\/list)\//,
  })
})

test('shows a superuser what the server is connected to without revealing addresses or keys', async () => {
  const response = await superuser.inject({ url: apiTestPaths.get })
  const { items } = apiTestItemsSchema.parse(response.json()).data
  expect(items).toContainEqual({ id: 'token_helper', name: '차량 서비스 토큰 프로그램', is_configured: true })
  expect(items).toContainEqual({ id: 'kakao', name: '카카오 로그인', is_configured: false })
  expect(response.body).not.toContain('127.0.0.1')
})

test('returns posted values as the database stored them', async () => {
  const testMessage = {
    title: ' 시험 “전송” ',
    description: "따옴표 ' 와 줄\n바꿈",
    timestamp: '2026-11-24T09:00:00+09:00',
  }
  const { data } = (await superuser.inject({ method: 'POST', url: apiTestPaths.post, payload: testMessage })).json()
  expect(data).toMatchObject({ ...testMessage, title: '시험 “전송”', sender: { id: superuser.user.id } })
  expect(Math.abs(Date.now() - Date.parse(data.received_at))).toBeLessThan(60_000)
})

test('names the field that it refuses', async () => {
  const payload = { title: '', description: '', timestamp: '어제' }
  const response = await superuser.inject({ method: 'POST', url: apiTestPaths.post, payload })
  expect(response.statusCode).toBe(400)
  expect(Object.keys(problemSchema.parse(response.json()).fields ?? {}).toSorted()).toEqual(['timestamp', 'title'])
})

test('shows only the beginning of the helper’s token', async () => {
  const response = await superuser.inject({ method: 'POST', url: apiTestPaths.refreshToken })
  expect(response.json()).toEqual({ data: { refresh_token: 'abcd…', length: 12, expires_in: 86_400 } })
})

test.each(['nonsense', 'broken', 'silent'] as const)('tells a %s helper apart from a refused key', async (state) => {
  health = state
  const result = await requestToken({ url, key: 'helper-key' }, 200)
  expect(result).toMatchObject({ refused: { code: 'unavailable' } })
  health = 'well'
  expect(await requestToken({ url, key: 'other' })).toMatchObject({ refused: { code: 'refused' } })
})
