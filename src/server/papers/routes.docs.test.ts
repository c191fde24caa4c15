import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildPaperContentPath, buildPaperStatePath, buildPaperThumbPath } from '#contract/papers/papers.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

const callSchema = z.looseObject({
  summary: z.string(),
  requestBody: z.looseObject({ content: z.record(z.string(), z.unknown()) }).optional(),
})
const documentSchema = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))) })

test('documents every call about paper files, with pieces as raw bytes', async () => {
  const document = documentSchema.parse((await staff.inject({ method: 'GET', url: '/api/docs' })).json())
  const described = [buildPaperContentPath, buildPaperStatePath, buildPaperThumbPath].flatMap((pathOf) =>
    Object.entries(document.paths[pathOf('{contentId}')] ?? {}).map(([method, call]) => {
      const { requestBody } = callSchema.parse(call)
      return [method, ...Object.keys(requestBody?.content ?? {})].join(' ')
    }),
  )
  expect(described.toSorted()).toEqual(['get', 'get', 'get', 'patch application/octet-stream', 'put application/json'])
})
