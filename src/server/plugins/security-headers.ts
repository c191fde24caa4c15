import type { OutgoingHttpHeaders } from 'node:http'
import helmet from '@fastify/helmet'
import { trustedPolicies } from '#domain/devices/trusted-policies.ts'
import type { App, Deps } from '#server/deps.ts'
import { isServerPath } from '#server/http/server-path.ts'

/**
 * Only our own files run: no inline script or style, no framing, no script made from text. Worker
 * scripts follow the policy of their own response, so every response carries it. No
 * `upgrade-insecure-requests`, which would break plain http on loopback and behind a proxy.
 */
export async function registerSecurityHeaders(app: App, { config }: Pick<Deps, 'config'>): Promise<void> {
  const isHttps = config.tls !== undefined || config.publicUrl?.startsWith('https:') === true
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        // Profile pictures come from Kakao's hosts.
        'img-src': ["'self'", 'data:', 'blob:', ...(config.kakao ? ['https://*.kakaocdn.net'] : [])],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        // Shows a PDF within the page that requested it.
        'frame-src': ['blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        // Text becomes HTML, code or a script URL only through these two policies; there is no
        // default policy.
        'require-trusted-types-for': ["'script'"],
        'trusted-types': Object.values(trustedPolicies),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  // Built once, because building them takes longer than everything else before a route.
  let cached: OutgoingHttpHeaders | undefined
  app.addHook('onRequest', async (_request, reply) => {
    if (cached) {
      reply.headers(cached)
      return
    }
    reply.helmet()
    cached = { ...reply.raw.getHeaders() }
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
    // Server responses are personal or short-lived; only the offline copy stores them.
    if (isServerPath(request.url) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
