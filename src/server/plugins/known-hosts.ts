import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '#contract/problem.ts'
import type { Config } from '../config.ts'
import { hostOf, isLoopback } from '../loopback.ts'
import type { App } from '../deps.ts'
import { isServerPath } from './security-headers.ts'
import { sendProblem } from './send-problem.ts'

/**
 * Refuses requests for a host that is not this office's with 421, before anything else is done for them. What a request calls its host stands in pages, the feed and
 * what search engines read, and anybody can write anything there, or point a name of their own at this server.
 *
 * Pages get a short text with the way to the right address, and no redirect: a proxy that sends a name of its own would be sent round for ever.
 */
export function registerKnownHosts(app: App, config: Config): void {
  app.addHook('onRequest', async (request, reply) => {
    if (hasSeveralHosts(request)) return sendProblem(reply, problem('invalid_request'))
    if (!isKnownHost(request, config)) return sendMisdirected(request, reply, config)
  })
}

/** RFC 9112 §3.2: to be refused. A proxy in front may go by another of them than Node does, which takes the first. */
function hasSeveralHosts({ raw }: FastifyRequest): boolean {
  return raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1
}

/**
 * Known are the host of PUBLIC_URL, and loopback names when they come over loopback; without PUBLIC_URL also HOST, or the machine's addresses when HOST means all of
 * them. Ports do not count where pages are written with PUBLIC_URL, because proxies drop and change them, nor on loopback, where tunnels do.
 */
export function isKnownHost(request: FastifyRequest, { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  const asked = hostAsked(request.host)
  if (publicUrl !== undefined && asked?.name === hostOf(publicUrl)) return true
  if (asked !== null && isLoopback(asked.name)) return isLoopbackPeer(request)
  if (isHealthCheck(request)) return request.host === '' || isAddressHere(asked?.name)
  if (publicUrl !== undefined || asked === null || !isOwnPort(request, asked.port)) return false
  return asked.name === host.toLowerCase() || (isEveryAddress(host) && isAddressHere(asked.name))
}

/** True when the connection itself comes from this machine, whatever its headers say. */
export function isLoopbackPeer({ raw }: FastifyRequest): boolean {
  return isLoopback((raw.socket.remoteAddress ?? '').replace(/^::ffff:/, ''))
}

/**
 * What a Host header names: in small letters, an IPv6 address in its short form and without brackets. Null for what no browser sends (user names, blanks, percent
 * signs). A dot at the end makes another name: pages under it would be another origin.
 */
export function hostAsked(header: string): { name: string; port: number | undefined } | null {
  const parts = /^(?:([a-z0-9_.-]+)|\[([0-9a-f:.]+)\])(?::(\d{1,5}))?$/.exec(header.toLowerCase())
  if (parts === null) return null
  const [, name, address, port] = parts
  const written = address === undefined ? undefined : URL.parse(`http://[${address}]`)
  const found = written ? hostOf(written.origin) : name
  return found === undefined ? null : { name: found, port: port === undefined ? undefined : Number(port) }
}

function isOwnPort({ protocol, raw }: FastifyRequest, port: number | undefined): boolean {
  return raw.socket.localPort === (port ?? (protocol === 'https' ? 443 : 80))
}

/** Load balancers and Prometheus ask by address, or in HTTP/1.0 by no host at all; the answer names no host. */
function isHealthCheck({ url }: FastifyRequest): boolean {
  return /^\/(api\/health|metrics)([/?]|$)/.test(url)
}

function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** Read anew each time: a machine may be given another address while the server runs. */
function isAddressHere(host: string | undefined): boolean {
  if (host === undefined || isIP(host) === 0) return false
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host))
}

function sendMisdirected(request: FastifyRequest, reply: FastifyReply, { publicUrl }: Config): FastifyReply {
  reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
  const refusal =
    publicUrl === undefined ? problem('misdirected') : problem('misdirected', { message: elsewhere(publicUrl) })
  if (isServerPath(request.url)) return sendProblem(reply, refusal)
  return reply.code(421).type('text/html; charset=utf-8').send(pageOf(refusal.message, publicUrl))
}

const elsewhere = (publicUrl: string) => `이 주소로는 열리지 않는 서버입니다. ${publicUrl}에 접속해 주세요.`

/** Without a style: the policy of every answer allows none that stands in the page. */
function pageOf(message: string, publicUrl: string | undefined): string {
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
