import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendJson } from './routes.ts'

const text = JSON.stringify({ rows: Array.from({ length: 500 }, (_, index) => ({ id: index, owner: '김가온' })) })

async function fetchText(remoteAddress: string, accepted: string, body = text) {
  const app = Fastify()
  app.get('/', (request, reply) => sendJson(request, reply, body))
  return await app.inject({ url: '/', remoteAddress, headers: { 'accept-encoding': accepted } })
}

test('compresses network responses with an encoding the device accepts', async () => {
  const zstd = await fetchText('192.0.2.7', 'gzip, zstd')
  expect([zstd.headers['content-encoding'], zstdDecompressSync(zstd.rawPayload).toString()]).toEqual(['zstd', text])
  const gzip = await fetchText('192.0.2.7', 'gzip, deflate')
  expect([gzip.headers['content-encoding'], gunzipSync(gzip.rawPayload).toString()]).toEqual(['gzip', text])
})

test.each([
  { when: 'on the same machine', ipAddress: '127.0.0.1', accepted: 'gzip', body: text },
  { when: 'on the same machine over IPv6', ipAddress: '::ffff:127.0.0.1', accepted: 'gzip', body: text },
  { when: 'when it is small', ipAddress: '192.0.2.7', accepted: 'gzip', body: '{"rows":[]}' },
  { when: 'when the device accepts no compression', ipAddress: '192.0.2.7', accepted: 'identity', body: text },
])('sends it uncompressed $when', async ({ ipAddress, accepted, body }) => {
  const response = await fetchText(ipAddress, accepted, body)
  expect([response.headers['content-encoding'], response.body]).toEqual([undefined, body])
})
