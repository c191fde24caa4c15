/** True for an address of our own pages: where the browser may be sent with a code. `origin`: where visitors reach this server. */
export function isOwnAddress(origin: string, address: string): boolean {
  const parsed = URL.parse(address)
  return parsed !== null && parsed.origin === origin && parsed.username === '' && parsed.password === ''
}
