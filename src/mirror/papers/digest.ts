/** SHA-256 of bytes as hex. */
export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // oxlint-disable-next-line no-restricted-globals -- Neither an id nor chance: the same bytes give the same digest everywhere.
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
