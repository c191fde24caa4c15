/** A policy that answers what its rules let through; the browser takes nothing else where a script could begin. */
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

/** Trusted Types of this browser, which the CSP asks for; undefined where it has none, and in Node. The types of the DOM do not know them yet. */
export function trustedTypes(): PolicyMaker | undefined {
  return (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes
}
