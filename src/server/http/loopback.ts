import { isIPv4 } from 'node:net'

/** True for names and addresses that only this machine can reach; IPv6 without brackets. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

/** Host of an origin in the form that `isLoopback` expects. */
export function parseOriginHost(origin: string): string {
  return new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1')
}
