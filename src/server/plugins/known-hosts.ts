import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '#contract/problem.ts'
import type { Config } from '#server/config/config.ts'
import type { App, Deps } from '#server/deps.ts'
import { sendProblem } from '#server/http/http-problem.ts'
import { isLoopback, parseOriginHost } from '#server/http/loopback.ts'
import { isServerPath } from '#server/http/server-path.ts'

/**
 * Refuses requests for a host that isn't this office's with 421 before anything else. The Host of a
 * request appears in pages, the feed and search engines' files, and anybody can send any value or
 * point a domain at this server.
 *
 * Browsers get a short text with a link to the right URL and no redirect: behind a proxy that sends
 * its own name, a redirect would loop forever.
 */
export function registerKnownHosts(app: App, { config }: Pick<Deps, 'config'>): void {
  app.addHook('onRequest', async (request, reply) => {
    if (hasSeveralHosts(request)) return sendProblem(reply, problem('invalid_request'))
    if (!isKnownHost(request, config)) return sendMisdirected(request, reply, config)
  })
}

/**
 * RFC 9112 §3.2: such a request must be refused. A proxy in front may use another of the headers
 * than Node, which takes the first.
 */
function hasSeveralHosts({ raw }: FastifyRequest): boolean {
  return raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1
}

/**
 * Accepts the host of PUBLIC_URL, and loopback names over loopback connections. Without PUBLIC_URL
 * also accepts HOST, or this machine's addresses when HOST means all of them. Ports are ignored for
 * PUBLIC_URL, because proxies drop and change them, and on loopback, where tunnels do.
 */
function isKnownHost(request: FastifyRequest, { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  const requested = parseHost(request.host)
  if (publicUrl !== undefined && requested?.name === parseOriginHost(publicUrl)) return true
  if (requested !== null && isLoopback(requested.name)) return isLoopbackPeer(request)
  if (isHealthCheck(request)) return request.host === '' || isLocalIpAddress(requested?.name)
  if (publicUrl !== undefined || requested === null || !isOwnPort(request, requested.port)) return false
  return requested.name === host.toLowerCase() || (isWildcardHost(host) && isLocalIpAddress(requested.name))
}

/** True when the connection itself comes from this machine, regardless of its headers. */
export function isLoopbackPeer({ raw }: FastifyRequest): boolean {
  return isLoopback((raw.socket.remoteAddress ?? '').replace(/^::ffff:/, ''))
}

/**
 * Parses a Host header: lower case, IPv6 in short form without brackets. Null for values no browser
 * sends (user names, spaces, percent signs). A trailing dot makes another name, because pages under
 * it would be another origin.
 */
export function parseHost(header: string): { name: string; port: number | undefined } | null {
  const match = /^(?:([a-z0-9_.-]+)|\[([0-9a-f:.]+)\])(?::(\d{1,5}))?$/.exec(header.toLowerCase())
  if (match === null) return null
  const [, name, ipAddress, port] = match
  const ipUrl = ipAddress === undefined ? undefined : URL.parse(`http://[${ipAddress}]`)
  const hostName = ipUrl ? parseOriginHost(ipUrl.origin) : name
  return hostName === undefined ? null : { name: hostName, port: port === undefined ? undefined : Number(port) }
}

function isOwnPort({ protocol, raw }: FastifyRequest, port: number | undefined): boolean {
  return raw.socket.localPort === (port ?? (protocol === 'https' ? 443 : 80))
}

/**
 * Load balancers and Prometheus call by IP address, or in HTTP/1.0 without a host; the response
 * contains no host.
 */
function isHealthCheck({ url }: FastifyRequest): boolean {
  return /^\/(api\/health|metrics)([/?]|$)/.test(url)
}

function isWildcardHost(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** Read each time, because a machine's addresses may change while the server runs. */
function isLocalIpAddress(host: string | undefined): boolean {
  if (host === undefined || isIP(host) === 0) return false
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host))
}

function sendMisdirected(request: FastifyRequest, reply: FastifyReply, { publicUrl }: Config): FastifyReply {
  reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
  const refusal =
    publicUrl === undefined ? problem('misdirected') : problem('misdirected', { message: wrongHostText(publicUrl) })
  if (isServerPath(request.url)) return sendProblem(reply, refusal)
  return reply.code(421).type('text/html; charset=utf-8').send(renderPage(refusal.message, publicUrl))
}

const wrongHostText = (publicUrl: string) => `이 주소로는 열리지 않는 서버입니다. ${publicUrl}에 접속해 주세요.`

/** Without styles, because the usual policy allows none inline. */
function renderPage(message: string, publicUrl: string | undefined): string {
  const link = publicUrl === undefined ? '' : `<p><a href="${publicUrl}/">${publicUrl}</a></p>`
  return `<!doctype html>
<html lang="ko">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>다른 주소로 접속해 주세요</title>
<h1>다른 주소로 접속해 주세요</h1>
<p>${message}</p>
${link}
<p>이 서버를 관리하신다면 환경 변수 PUBLIC_URL과, 프록시가 넘기는 Host 헤더를 확인해 주세요.</p>
</html>
`
}
