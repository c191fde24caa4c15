import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '#server/http/loopback.ts'
import { isLoopbackPeer, parseHost } from '#server/plugins/known-hosts.ts'

/**
 * True when a browser or program on this machine makes the request itself; only such requests may
 * use demo accounts or read metrics without a token. Connection and host must be loopback, no proxy
 * may have left a trace, and the page must have been opened under a loopback name.
 *
 * HAZARD: a proxy on this machine that hides every trace and asks for localhost looks the same as a
 * browser. That is why the page for picking accounts is on a separate port, which such a proxy does
 * not forward to (session/local-provider.ts).
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const { headers, httpVersion } = request.raw
  return (
    isLoopbackPeer(request) &&
    isLoopback(parseHost(headers.host ?? '')?.name ?? '') &&
    // Browsers no longer use HTTP/1.0, but nginx does towards its upstream.
    httpVersion !== '1.0' &&
    !hasProxyHeader(request) &&
    [headers.origin, headers.referer].every((page) => page === undefined || isLoopbackPage(page))
  )
}

/** True when a proxy on the way left a trace. */
export function hasProxyHeader({ raw }: FastifyRequest): boolean {
  return Object.keys(raw.headers).some((name) => proxyHeaders.test(name))
}

/** Headers that proxies, tunnels and CDNs add; browsers send none of them. */
const proxyHeaders =
  /^(forwarded|via|cdn-loop|x-forwarded.*|x-original-.*|x-real-ip|x-client-ip|x-cluster-client-ip|x-envoy-.*|true-client-ip|fastly-.*|cf-.*)$/

function isLoopbackPage(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return isLoopback(host.replace(/^\[(.*)\]$/, '$1'))
}

/**
 * Returns a function that tests whether an IP address (`request.ip`) is in a list of addresses and
 * ranges.
 */
export function createNetworkMatcher(networks: readonly string[]): (ipAddress: string) => boolean {
  const block = new BlockList()
  for (const entry of networks) {
    const [ipAddress = '', prefix] = entry.split('/')
    if (prefix === undefined) block.addAddress(ipAddress, detectFamily(ipAddress))
    else block.addSubnet(ipAddress, Number(prefix), detectFamily(ipAddress))
  }
  return (ipAddress) => {
    // Strips the prefix that a dual-stack socket puts before an IPv4 address.
    const [plain = ''] = ipAddress.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)
    return isIP(plain) !== 0 && block.check(plain, detectFamily(plain))
  }
}

function detectFamily(ipAddress: string): 'ipv4' | 'ipv6' {
  return isIP(ipAddress) === 6 ? 'ipv6' : 'ipv4'
}
