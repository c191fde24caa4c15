/** New PKCE code verifier (RFC 7636 §4.1). */
export function newVerifier(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

/**
 * S256 challenge of the verifier. Rejects unless the page came over https or from this machine,
 * because browsers have no `crypto.subtle` otherwise.
 */
export async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
