import { createServer, type IncomingMessage, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import { batchPath, batchSchema } from '#contract/sync/sync.ts'
import type { SimulatedOffice } from '../model/office.ts'

/** A response of the real server on its way to the device. */
export interface ProxiedResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/**
 * Puts a proxy between the fault proxy and the server until the test ends. Requests pass unchanged;
 * `change` may alter, withhold or replace a response. Event streams don't pass, so use it in runs
 * without events.
 */
export async function falsifyResponses(
  office: SimulatedOffice,
  change: (
    response: ProxiedResponse,
    path: string,
    opId: string | undefined,
  ) => ProxiedResponse | Promise<ProxiedResponse>,
): Promise<void> {
  const target = office.server?.url ?? ''
  const responseProxy = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    forward(incoming, target + path)
      .then(({ response, requestBody }) => change(response, path, readOpId(incoming, requestBody)))
      .then(
        ({ status, headers, body }) => {
          const { 'content-length': _length, 'transfer-encoding': _chunked, ...kept } = headers
          outgoing.writeHead(status, { ...kept, 'content-length': body.length }).end(body)
        },
        () => incoming.socket.destroy(),
      )
  })
  await new Promise<void>((resolve) => responseProxy.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    responseProxy.closeAllConnections()
    responseProxy.close()
    if (office.server) office.proxy.setTarget(target)
  })
  office.proxy.setTarget(`http://127.0.0.1:${(responseProxy.address() as AddressInfo).port}`)
}

/** Operation id of a write; for a batch, of its first entry. */
function readOpId({ url, headers }: IncomingMessage, requestBody: Buffer): string | undefined {
  if (url !== batchPath) return headers['idempotency-key']?.toString()
  return batchSchema.parse(JSON.parse(requestBody.toString())).entries[0]?.op_id
}

async function forward(
  incoming: IncomingMessage,
  url: string,
): Promise<{ response: ProxiedResponse; requestBody: Buffer }> {
  const requestBody = await readAll(incoming)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = sendRequest(url, { method: incoming.method, headers: incoming.headers, agent: false }, resolve)
    outgoing.on('error', reject)
    outgoing.end(requestBody)
  })
  const { statusCode: status = 502, headers } = response
  return { response: { status, headers, body: await readAll(response) }, requestBody }
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
