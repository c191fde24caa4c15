import { isIPv4 } from 'node:net'

/** True for the names and addresses that only this machine can reach; an IPv6 address without brackets. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

/** Host of an origin as `isLoopback` takes it. */
export function hostOf(origin: string): string {
  return new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1')
}
