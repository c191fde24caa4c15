import { trustedPolicies } from '#domain/devices/trusted-policies.ts'
import { trustedTypes } from './trusted-types.ts'

/**
 * The address of a script of our own: the service worker's, or a worker's of the build. Typed as the text that the DOM's types ask for; where the browser has Trusted Types it is an object of theirs.
 * @throws TypeError for any other address
 */
export function trustedScript(address: string): string {
  return policy ? policy.createScriptURL(address) : onlyOwn(address)
}

/** A worker of our own. `address`: what `import … from './it.ts?worker&url'` answers. */
export function startWorker(address: string, name: string): Worker {
  return new Worker(trustedScript(address), { type: 'module', name })
}

/** Whether an address, as a page at `page` reads it, is a script of ours. Files of the development server have their own names, and no CSP. */
export function isOwnScript(address: string, page: string): boolean {
  const { origin, pathname } = new URL(address, page)
  if (origin !== new URL(page).origin) return false
  return ownScripts.test(pathname) || (import.meta.env.DEV && pathname.startsWith('/src/'))
}

/** As vite.config.ts names them. */
const ownScripts = /^\/(?:sw|assets\/staff-(?:sheet-)?worker-[\w-]{8})\.js$/

const policy = trustedTypes()?.createPolicy(trustedPolicies.scripts, { createScriptURL: onlyOwn })

function onlyOwn(address: string): string {
  if (!isOwnScript(address, location.href)) throw new TypeError('not a script of ours')
  return address
}
