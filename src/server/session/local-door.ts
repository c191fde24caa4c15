import type { FastifyRequest } from 'fastify'
import { problem } from '#contract/problem.ts'
import { isLoopback } from '#server/config.ts'
import { hostAsked, isLoopbackPeer } from '#server/plugins/known-hosts.ts'
import { Refusal } from '#server/plugins/refusal.ts'

/**
 * Whether a browser on this machine asks by itself: only such a one may use demo accounts (decision 37). Connection and host are loopback, nothing on the way left a
 * trace, and the page that asks was opened under a loopback name.
 *
 * HAZARD: a proxy on this machine that hides every trace and asks for localhost looks the same as a browser. That is why the page where accounts are picked stands on
 * a port of its own, to which such a proxy leads nobody (local-page.ts).
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const { headers, httpVersion } = request.raw
  return (
    isLoopbackPeer(request) &&
    isLoopback(hostAsked(headers.host ?? '')?.name ?? '') &&
    // No browser speaks 1.0 any more, and nginx does to what stands behind it.
    httpVersion !== '1.0' &&
    !Object.keys(headers).some((name) => tracesOfProxies.test(name)) &&
    [headers.origin, headers.referer].every((page) => page === undefined || isPageHere(page))
  )
}

/** For routes whose answer is JSON. */
export async function refuseFromElsewhere(request: FastifyRequest): Promise<void> {
  if (!isFromThisMachine(request)) throw new Refusal(problem('not_permitted', { message: onlyHere }))
}

export const onlyHere =
  '체험 계정은 서버가 켜진 컴퓨터에서 http://localhost 주소를 직접 열었을 때만 쓸 수 있습니다. 다른 곳에서도 로그인하려면 서버에 카카오 로그인 키(KAKAO_REST_KEY)를 설정해 주세요.'

/** Headers that proxies, tunnels and delivery networks add; a browser sends none of them. */
const tracesOfProxies =
  /^(forwarded|via|cdn-loop|x-forwarded.*|x-original-.*|x-real-ip|x-client-ip|x-cluster-client-ip|x-envoy-.*|true-client-ip|fastly-.*|cf-.*)$/

function isPageHere(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? ''
  return isLoopback(host.replace(/^\[(.*)\]$/, '$1'))
}
