import helmet from '@fastify/helmet'
import type { OutgoingHttpHeaders } from 'node:http'
import { trustedPolicies } from '#domain/devices/trusted-policies.ts'
import type { Config } from '../config.ts'
import type { App } from '../deps.ts'

/**
 * Nothing runs but our own files: no inline script, no inline style, no frame around us, no script made of a text (research/tech.md §10). Worker scripts obey the policy of
 * their own answer, so every answer carries it. No `upgrade-insecure-requests`: it would break plain http on loopback and behind a proxy.
 */
export async function registerSecurityHeaders(app: App, config: Config): Promise<void> {
  const isHttps = config.tls !== undefined || config.publicUrl?.startsWith('https:') === true
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        // Profile pictures come from Kakao's own hosts.
        'img-src': ["'self'", 'data:', 'blob:', ...(config.kakao ? ['https://*.kakaocdn.net'] : [])],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        // A PDF that is shown where it was asked for.
        'frame-src': ['blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        // No text becomes HTML, code or a script's address, save through these two; there is no default policy.
        'require-trusted-types-for': ["'script'"],
        'trusted-types': Object.values(trustedPolicies),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  // They are the same for every answer; making them anew takes longer than all else that is done before a route is reached.
  let made: OutgoingHttpHeaders | undefined
  app.addHook('onRequest', async (_request, reply) => {
    if (made) {
      reply.headers(made)
      return
    }
    reply.helmet()
    made = { ...reply.raw.getHeaders() }
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
    // Answers of the server are personal or short-lived; the offline copy is the only place that keeps them.
    if (isServerPath(request.url) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

/** Paths that belong to the REST server and never to a screen of the app. */
export function isServerPath(url: string): boolean {
  return /^\/(api|oauth|metrics)([/?]|$)/.test(url)
}
