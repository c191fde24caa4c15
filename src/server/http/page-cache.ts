import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RenderedPage } from '#contract/site/public-page.ts'

/** More than there are public pages; further paths evict the least recently used page. */
const maxPages = 300

interface CachedPage {
  status: number
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** Sends a page from the cache; on a miss, renders it with `make` first. */
export type SendPage = (exchange: Exchange, page: PageKey, make: () => Promise<RenderedPage>) => Promise<FastifyReply>

/**
 * Cache key. Each path has one entry; a different `state` (changed posts, another origin)
 * replaces it.
 */
export interface PageKey {
  key: string
  state: string
  /** Default: browsers ask each time whether it has changed. */
  cacheControl?: string
}

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Creates an in-memory LRU cache of rendered and compressed pages. Concurrent requests share one
 * render. `styleSource`: CSP source of the inline style element.
 */
export function createPageCache({ styleSource }: { styleSource: string }): SendPage {
  const cache = new Map<string, { state: string; page: Promise<CachedPage> }>()
  return async ({ request, reply }, { key, state, cacheControl = 'no-cache' }, make) => {
    const before = cache.get(key)
    const entry = before?.state === state ? before : { state, page: make().then(compress) }
    // Reinserts the entry, so that the first key of the Map is the least recently used one.
    cache.delete(key)
    cache.set(key, entry)
    entry.page.catch(() => cache.get(key) === entry && cache.delete(key))
    const [oldest] = cache.keys()
    if (cache.size > maxPages && oldest !== undefined) cache.delete(oldest)
    reply.header('content-security-policy', addStyleSource(reply, styleSource))
    // With no-cache an update or a new post appears at once.
    reply.header('cache-control', cacheControl)
    return sendCached({ request, reply }, await entry.page)
  }
}

/** The default policy (security-headers.ts) plus the hash of the inline style element. */
function addStyleSource(reply: FastifyReply, styleSource: string): string {
  return String(reply.getHeader('content-security-policy')).replace(
    "style-src 'self'",
    `style-src 'self' ${styleSource}`,
  )
}

async function compress({ status, html }: RenderedPage): Promise<CachedPage> {
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

const encodingPatterns = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\b)/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\b)/,
} as const

function sendCached({ request, reply }: Exchange, page: CachedPage): FastifyReply {
  reply.headers({ vary: 'accept-encoding', etag: page.etag })
  if (request.headers['if-none-match'] === page.etag && page.status === 200) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = (['br', 'gzip'] as const).find((name) => encodingPatterns[name].test(accepted))
  if (encoding) reply.header('content-encoding', encoding)
  return reply
    .code(page.status)
    .type('text/html; charset=utf-8')
    .send(page[encoding ?? 'plain'])
}
