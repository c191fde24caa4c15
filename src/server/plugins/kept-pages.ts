import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RenderedPage } from '#contract/site/public-page.ts'

/** More than there are public pages; further addresses evict the least recently used page. */
const maxPages = 300

interface KeptPage {
  status: number
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** Sends a page from the cache; on a miss, renders it with `make` first. */
export type SendPage = (exchange: Exchange, page: PageKey, make: () => Promise<RenderedPage>) => Promise<FastifyReply>

/**
 * Cache key. Each address has one entry; a different `state` (changed posts, another origin)
 * replaces it.
 */
export interface PageKey {
  address: string
  state: string
}

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Creates an in-memory LRU cache of rendered and compressed pages. Concurrent requests share one
 * render. `styleSource`: CSP source of the inline style element.
 */
export function keepPages({ styleSource }: { styleSource: string }): SendPage {
  const kept = new Map<string, { state: string; page: Promise<KeptPage> }>()
  return async ({ request, reply }, { address, state }, make) => {
    const before = kept.get(address)
    const found = before?.state === state ? before : { state, page: make().then(compress) }
    // LRU: a Map keeps insertion order, so reinserting makes the first key the least recently used.
    kept.delete(address)
    kept.set(address, found)
    found.page.catch(() => kept.get(address) === found && kept.delete(address))
    const [oldest] = kept.keys()
    if (kept.size > maxPages && oldest !== undefined) kept.delete(oldest)
    reply.header('content-security-policy', withStyles(reply, styleSource))
    return send({ request, reply }, await found.page)
  }
}

/** The default policy (security-headers.ts) plus the hash of the inline style element. */
function withStyles(reply: FastifyReply, styleSource: string): string {
  return String(reply.getHeader('content-security-policy')).replace(
    "style-src 'self'",
    `style-src 'self' ${styleSource}`,
  )
}

async function compress({ status, html }: RenderedPage): Promise<KeptPage> {
  const plain = Buffer.from(html)
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: quality }),
    promisify(gzip)(plain, { level: 9 }),
  ])
  // A weak ETag, because all encodings share it.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { status, etag, plain, br, gzip: zipped }
}

const accepts = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\b)/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\b)/,
} as const

function send({ request, reply }: Exchange, page: KeptPage): FastifyReply {
  // Browsers revalidate on every visit, so a deploy or a new post shows immediately.
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag: page.etag })
  if (request.headers['if-none-match'] === page.etag && page.status === 200) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = (['br', 'gzip'] as const).find((name) => accepts[name].test(accepted))
  if (encoding) reply.header('content-encoding', encoding)
  return reply
    .code(page.status)
    .type('text/html; charset=utf-8')
    .send(page[encoding ?? 'plain'])
}
