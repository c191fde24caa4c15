import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import {
  type PushContent,
  pushContentSchema,
  type PushSubscriptionInput,
} from '#contract/notifications/notifications.ts'
import { tlsPair } from '../servers/tls-pair.ts'

/** A browser that a test subscribes. */
export interface FakeBrowser {
  readonly subscription: PushSubscriptionInput
  /** What arrived, decrypted with this browser's private key, in order. */
  readonly received: readonly ReceivedPush[]
}

export interface ReceivedPush {
  readonly content: PushContent
  /** The decrypted text. */
  readonly text: string
  /** Claims of the signature, which has been verified. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string }
  /** The key that signed it, base64url. */
  readonly publicKey: string
  readonly ttlSeconds: number
}

export interface PushService {
  readonly origin: string
  createBrowser(): FakeBrowser
  /** Responds so to the next pushes, one each; then again with 201. */
  respondNext(...responses: readonly { status: number; headers?: Record<string, string> }[]): void
  /** Number of requests, also of those refused. */
  countRequests(): number
  close(): Promise<void>
}

/**
 * A push service on this machine (RFC 8030) that accepts only what is signed (RFC 8292) and
 * encrypted (RFC 8291) correctly. Trusted by this process from now on.
 */
export async function startPushService(): Promise<PushService> {
  setDefaultCACertificates([...getCACertificates('default'), tlsPair.cert])
  const browsers = new Map<string, (request: { authorization: string; ttl: string; body: Buffer }) => void>()
  const nextResponses: { status: number; headers?: Record<string, string> }[] = []
  let requests = 0
  const server = createServer(tlsPair, (request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      requests += 1
      const { status, headers = {} } = nextResponses.shift() ?? { status: 201 }
      const receive = browsers.get(request.url ?? '')
      try {
        if (status === 201)
          receive?.({
            authorization: request.headers.authorization ?? '',
            ttl: String(request.headers['ttl']),
            body: Buffer.concat(pieces),
          })
        response.writeHead(receive ? status : 404, headers).end()
      } catch {
        response.writeHead(400).end()
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `https://localhost:${typeof address === 'object' ? address?.port : ''}`
  return {
    origin,
    createBrowser() {
      const received: ReceivedPush[] = []
      const [keys, auth, path] = [createECDH('prime256v1'), randomBytes(16), `/${randomBytes(8).toString('hex')}`]
      keys.generateKeys()
      browsers.set(path, ({ authorization, ttl, body }) => {
        const { claims, publicKey } = verifySignature(authorization, origin)
        const text = decrypt(body, { keys, auth })
        const content = pushContentSchema.parse(JSON.parse(text))
        received.push({ content, text, claims, publicKey, ttlSeconds: Number(ttl) })
      })
      return {
        subscription: {
          endpoint: `${origin}${path}`,
          keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
        received,
      }
    },
    respondNext: (...responses) => void nextResponses.push(...responses),
    countRequests: () => requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function verifySignature(authorization: string, origin: string) {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as ReceivedPush['claims']
  const secondsLeft = claims.exp - Date.now() / 1000
  if (!isSigned || claims.aud !== origin || secondsLeft <= 0 || secondsLeft > 86_400) throw new Error('not signed')
  return { claims, publicKey }
}

/** RFC 8291 3.4, with a single record (RFC 8188 2). */
function decrypt(body: Buffer, { keys, auth }: { keys: ReturnType<typeof createECDH>; auth: Buffer }): string {
  const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, keyInfo, 32))
  const derive = (info: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${info}\0`, length))
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  cipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
