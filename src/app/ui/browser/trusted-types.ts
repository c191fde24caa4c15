import { trustedPolicies } from '#domain/devices/trusted-policies.ts'

/**
 * The URL of our own script: the service worker or a worker of the build. Returns a
 * TrustedScriptURL where the browser has Trusted Types, typed as the string that DOM types expect.
 * @throws TypeError for any other URL
 */
export function trustScript(url: string): string {
  return policy ? policy.createScriptURL(url) : ensureOwnScript(url)
}

/** Starts our own worker. `url` comes from `import … from './it.ts?worker&url'`. */
export function startWorker(url: string, name: string): Worker {
  return new Worker(trustScript(url), { type: 'module', name })
}

/**
 * Whether a URL, resolved against `page`, is one of our own scripts. The development server uses
 * other file names and no CSP.
 */
export function isOwnScript(url: string, page: string): boolean {
  const { origin, pathname } = new URL(url, page)
  if (origin !== new URL(page).origin) return false
  return ownScripts.test(pathname) || (import.meta.env.DEV && pathname.startsWith('/src/'))
}

/** Named so by vite.config.ts. */
const ownScripts = /^\/(?:sw|assets\/staff-(?:sheet-)?worker-[\w-]{8})\.js$/

const policy = getTrustedTypes()?.createPolicy(trustedPolicies.scripts, { createScriptURL: ensureOwnScript })

function ensureOwnScript(url: string): string {
  if (!isOwnScript(url, location.href)) throw new TypeError('not one of our own scripts')
  return url
}

/**
 * A Trusted Types policy that returns only what its rules allow; the browser refuses anything else
 * where a script could start.
 */
interface HtmlPolicy {
  createHTML(html: string): TrustedHTML
  createScriptURL(url: string): string
}

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML?(html: string): string; createScriptURL?(url: string): string },
  ): HtmlPolicy
}

/**
 * The browser's Trusted Types, required by the CSP; undefined where unsupported and in Node.
 * TypeScript's DOM types lack them.
 */
export function getTrustedTypes(): PolicyFactory | undefined {
  return (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
}
