import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { problemSchema } from '#contract/problem.ts'
import { buildApp } from '#server/app.ts'
import type { App } from '#server/deps.ts'
import { buildTestApp, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { createBrokenRequestHandler } from './broken-requests.ts'

let office: TestApp
let app: App
let port: number
/** Completes the requests that /api/slow is holding. */
let release: () => void
const logLines: string[] = []

beforeAll(async () => {
  office = await buildTestApp()
  const deps = { ...office.deps, config: { ...office.deps.config, logLevel: 'warn' as const } }
  app = await buildApp(deps, { distDir: '/nowhere', logTo: { write: (line) => void logLines.push(line) } })
  app.get('/api/slow', async () => {
    await new Promise<void>((done) => (release = done))
    return { slow: true }
  })
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await app.close()
  await office.close()
})

const host = 'Host: localhost\r\n'

/**
 * Sends `text` on a new connection and returns everything received until the server ends it. Never
 * ends it itself.
 */
async function exchange(
  text: string,
  during: (socket: Socket) => void | Promise<void> = () => undefined,
  at = port,
): Promise<string> {
  const socket = connect({ port: at, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.on('data', (bytes: Buffer) => (received += bytes.toString('utf8')))
  const ended = new Promise<void>((done, fail) => {
    socket.once('end', done)
    socket.once('error', fail)
  })
  socket.write(text)
  await during(socket)
  await ended
  socket.destroy()
  return received
}

function read(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [line = '', ...headers] = head.split('\r\n')
  const fields = Object.fromEntries(headers.map((header) => header.toLowerCase().split(': ')))
  expect(fields).toMatchObject({ connection: 'close', 'content-type': 'application/json; charset=utf-8' })
  expect(Number(fields['content-length'])).toBe(Buffer.byteLength(body))
  const problem = problemSchema.parse(JSON.parse(body))
  expect(problem.message).toMatch(/[가-힣]/)
  return { status: Number(line.split(' ')[1]), code: problem.code }
}

async function countConnections(): Promise<number> {
  return await new Promise((done, fail) =>
    app.server.getConnections((error, count) => (error ? fail(error) : done(count))),
  )
}

const broken = [
  { what: 'a head that is too large', head: `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(40_000)}`, status: 431 },
  { what: 'text that is not HTTP', head: 'hello there', status: 400 },
  { what: 'an unknown method', head: `BREW /pot HTTP/1.1\r\n${host}`, status: 400 },
  {
    what: 'a request with two lengths',
    head: `POST / HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3`,
    status: 400,
  },
  { what: 'a NUL in a header', head: `GET / HTTP/1.1\r\n${host}X: a\0b`, status: 400 },
  {
    what: 'a malformed chunk of a body',
    head: `POST /oauth/logout HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz`,
    status: 400,
  },
]

test.each(broken)('$what gets a complete response in Korean, and the connection ends', async ({ head, status }) => {
  const code = status === 431 ? 'too_large' : 'invalid_request'
  expect(read(await exchange(`${head}\r\n\r\n`))).toEqual({ status, code })
  await expect.poll(countConnections).toBe(0)
})

test('delivers the response to a client that keeps sending, then cuts it off', async () => {
  const response = await exchange(`GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(40_000)}`, async (socket) => {
    for (let turn = 0; turn < 10; turn += 1) {
      socket.write('y'.repeat(100_000))
      await delay(5)
    }
  })
  expect(read(response)).toEqual({ status: 431, code: 'too_large' })
  await expect.poll(countConnections).toBe(0)
})

test('refuses only the broken request on a connection that served others before', async () => {
  const good = `GET /api/sync/probe HTTP/1.1\r\n${host}\r\n`
  const responses = (await exchange(`${good}rubbish\r\n\r\n`)).split(/(?=HTTP\/1\.1 )/)
  expect(responses.map((response) => response.slice(9, 12))).toEqual(['401', '400'])
  expect(read(responses[1] ?? '')).toEqual({ status: 400, code: 'invalid_request' })
})

test('responds to a broken request after the slow one before it', async () => {
  const received = await exchange(`GET /api/slow HTTP/1.1\r\n${host}\r\nrubbish\r\n\r\n`, async (socket) => {
    await delay(100)
    socket.write('more rubbish\r\n')
    await delay(100)
    release()
  })
  const responses = received.split(/(?=HTTP\/1\.1 )/)
  expect(responses[0]).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"slow":true\}$/)
  expect(read(responses[1] ?? '')).toEqual({ status: 400, code: 'invalid_request' })
  await expect.poll(countConnections).toBe(0)
})

test('logs nothing when a client leaves in the middle of its body, and closes its connection', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST /oauth/logout HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a`)
  await expect.poll(countConnections).toBe(1)
  await delay(50)
  socket.destroy()
  await expect.poll(countConnections).toBe(0)
  expect(logLines).toEqual([])
})

test('logs nothing of a broken request', () => {
  expect(logLines).toEqual([])
})

test('gives up on a request head that never ends', async () => {
  expect(app.server).toMatchObject({ headersTimeout: 20_000, requestTimeout: 60_000 })
  const { watch, answer } = createBrokenRequestHandler()
  const hasty = createServer({ headersTimeout: 50, connectionsCheckingInterval: 20 }).on('clientError', answer)
  watch(hasty)
  await new Promise<void>((done) => hasty.listen(0, '127.0.0.1', done))
  const addressInfo = z.object({ port: z.number() }).parse(hasty.address())
  const received = await exchange(`GET / HTTP/1.1\r\n${host}`, () => undefined, addressInfo.port)
  expect(read(received)).toEqual({ status: 408, code: 'unavailable' })
  hasty.close()
})
