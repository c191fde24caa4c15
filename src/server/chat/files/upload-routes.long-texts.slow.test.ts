import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, expect, test } from 'vitest'
import { uploadResponseSchema } from '#contract/chat/calls.ts'
import { createFormPayload } from '#tests/support/documents/pictures.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'

const server = await buildTestApp()
afterAll(server.close)
const staff = await server.signIn('staff')

async function read(name: string, text: string) {
  const form = await createFormPayload({ file: [name, Buffer.from(text), 'application/octet-stream'] })
  const response = await staff.inject({ method: 'POST', url: '/api/chat/upload/', ...form })
  expect(response.statusCode, response.body).toBe(200)
  return uploadResponseSchema.parse(response.json())
}

test('a text with very many lines or letters does not block other requests, and its preview stays short', async () => {
  const waiting = monitorEventLoopDelay()
  waiting.enable()
  const many = await read('많은 줄.txt', '가\n'.repeat(262_144))
  waiting.disable()
  expect([many.info.rows, many.info.preview.length]).toEqual([262_144, 20])
  expect(waiting.max / 1e6).toBeLessThan(2000)
  const long = await read('긴 줄.txt', `${'가'.repeat(490)} 900101-1234567 ${'나'.repeat(300_000)}`)
  expect(long.info.preview).toEqual([[`${'가'.repeat(490)}…`]])
  const wide = `${','.repeat(400_000)}끝\n`
  expect((await read('넓은 줄.txt', wide + wide)).info.columns).toHaveLength(1)
})
