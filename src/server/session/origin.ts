/**
 * Whether an address is one of our own pages, to which the browser may be sent with a code.
 * `origin`: the public origin of this server.
 */
export function isOwnAddress(origin: string, address: string): boolean {
  const parsed = URL.parse(address)
  return parsed !== null && parsed.origin === origin && parsed.username === '' && parsed.password === ''
}
