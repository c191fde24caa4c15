import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../loopback.ts'
import { hostAsked, isLoopbackPeer } from './known-hosts.ts'

/**
 * Whether a browser or program on this machine asks by itself: only such a one may use demo accounts (decision 37) or read figures without a token. Connection and host are loopback, nothing on the way left a
 * trace, and the page that asks was opened under a loopback name.
 *
 * HAZARD: a proxy on this machine that hides every trace and asks for localhost looks the same as a browser. That is why the page where accounts are picked stands on
 * a port of its own, to which such a proxy leads nobody (session/local-page.ts).
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const { headers, httpVersion } = request.raw
  return (
    isLoopbackPeer(request) &&
    isLoopback(hostAsked(headers.host ?? '')?.name ?? '') &&
    // No browser speaks 1.0 any more, and nginx does to what stands behind it.
    httpVersion !== '1.0' &&
    !hasTraceOfProxy(request) &&
    [headers.origin, headers.referer].every((page) => page === undefined || isPageHere(page))
  )
}

/** Whether anything on the way left a trace of itself. */
export function hasTraceOfProxy({ raw }: FastifyRequest): boolean {
  return Object.keys(raw.headers).some((name) => tracesOfProxies.test(name))
}

/** Headers that proxies, tunnels and delivery networks add; a browser sends none of them. */
const tracesOfProxies =
  /^(forwarded|via|cdn-loop|x-forwarded.*|x-original-.*|x-real-ip|x-client-ip|x-cluster-client-ip|x-envoy-.*|true-client-ip|fastly-.*|cf-.*)$/

function isPageHere(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? ''
  return isLoopback(host.replace(/^\[(.*)\]$/, '$1'))
}
