import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RenderedPage } from '#contract/site/public-page.ts'

/** More than the site has pages; a stranger who asks for ever new addresses pushes out the ones nobody asked for lately. */
const maxPages = 300

interface KeptPage {
  status: number
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** Sends a page; `make` runs when none of this address in this state is kept. */
export type SendPage = (exchange: Exchange, page: PageKey, make: () => Promise<RenderedPage>) => Promise<FastifyReply>

/** One page is kept of each address: a new state (a change of the posts, another origin) takes the place of the old one. */
export interface PageKey {
  address: string
  state: string
}

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Whole pages in memory, each made and compressed once, however many ask for it at the same time. `styleSource`: the style element they carry, for the CSP.
 */
export function keepPages({ styleSource }: { styleSource: string }): SendPage {
  const kept = new Map<string, { state: string; page: Promise<KeptPage> }>()
  return async ({ request, reply }, { address, state }, make) => {
    const before = kept.get(address)
    const found = before?.state === state ? before : { state, page: make().then(compress) }
    // Put anew each time: a Map gives its keys in the order in which they came, so the first one is the longest unasked.
    kept.delete(address)
    kept.set(address, found)
    found.page.catch(() => kept.get(address) === found && kept.delete(address))
    const [oldest] = kept.keys()
    if (kept.size > maxPages && oldest !== undefined) kept.delete(oldest)
    reply.header('content-security-policy', withStyles(reply, styleSource))
    return send({ request, reply }, await found.page)
  }
}

/** The policy of every answer (security-headers.ts) and this one element. */
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
  // Weak: it names what is read, whatever it is compressed by.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { status, etag, plain, br, gzip: zipped }
}

const accepts = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\b)/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\b)/,
} as const

function send({ request, reply }: Exchange, page: KeptPage): FastifyReply {
  // Asked for again at every visit, so that an update or a new post is seen at once.
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
