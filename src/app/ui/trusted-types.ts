/**
 * A Trusted Types policy that returns only what its rules allow; the browser refuses anything else
 * where a script could start.
 */
interface Policy {
  createHTML(html: string): TrustedHTML
  createScriptURL(address: string): string
}

interface PolicyMaker {
  createPolicy(
    name: string,
    rules: { createHTML?(html: string): string; createScriptURL?(address: string): string },
  ): Policy
}

/**
 * The browser's Trusted Types, required by the CSP; undefined where unsupported and in Node.
 * TypeScript's DOM types lack them.
 */
export function trustedTypes(): PolicyMaker | undefined {
  return (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes
}
