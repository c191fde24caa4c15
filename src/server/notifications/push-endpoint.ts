import { lookup, type LookupAddress } from 'node:dns'
import { request as sendRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import type { Config } from '#server/config/config.ts'
import { createNetworkMatcher } from '#server/http/this-machine.ts'

/**
 * The address of a push service comes from a browser. HAZARD: without these checks it makes the
 * server call its own network. Only https to a public address on its usual port is called, checked
 * when the name is resolved for the very connection; redirects aren't followed, and of a response
 * only the status is read. `PUSH_NETWORKS` adds the office's own push service.
 */
export interface PushEndpoint {
  /** Why it may not be called; null if it may, or if its name can't be resolved now. */
  findRefusal(endpoint: string): Promise<'foreign' | 'unresolved' | null>
  post(
    endpoint: string,
    message: { headers: Readonly<Record<string, string>>; body: Uint8Array },
  ): Promise<PushResponse>
}

export interface PushResponse {
  readonly status: number
  /** From `Retry-After`; null without. */
  readonly retryAfterSeconds: number | null
}

const timeoutMs = 10_000

export function createPushEndpoint({ pushNetworks }: Pick<Config, 'pushNetworks'>): PushEndpoint {
  const isOwnService = createNetworkMatcher(pushNetworks)
  const isAllowed = (url: URL, address: string) =>
    isOwnService(address) || ((url.port === '' || url.port === '443') && !isPrivate(address))

  function createLookup(url: URL): LookupFunction {
    return (host, options, callback) =>
      lookup(host, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, '')
        const [first] = addresses
        if (!first || !addresses.every(({ address }) => isAllowed(url, address)))
          return callback(new ForeignAddressError(), '')
        if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      })
  }

  return {
    async findRefusal(endpoint) {
      const url = parseEndpoint(endpoint)
      if (!url) return 'foreign'
      const addresses = await resolveHost(url).catch(() => [])
      if (addresses.length === 0) return 'unresolved'
      return addresses.every(({ address }) => isAllowed(url, address)) ? null : 'foreign'
    },
    async post(endpoint, { headers, body }) {
      const url = parseEndpoint(endpoint)
      // Node doesn't look up a host that is an address.
      if (!url || (isIP(readHost(url)) !== 0 && !isAllowed(url, readHost(url)))) throw new ForeignAddressError()
      return await new Promise<PushResponse>((resolve, reject) => {
        const signal = AbortSignal.timeout(timeoutMs)
        const request = sendRequest(url, { method: 'POST', headers, lookup: createLookup(url), agent: false, signal })
        request.on('error', reject)
        request.on('response', (response) => {
          const seconds = Number(response.headers['retry-after'])
          response.destroy()
          resolve({
            status: response.statusCode ?? 0,
            retryAfterSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : null,
          })
        })
        request.end(body)
      })
    },
  }
}

export class ForeignAddressError extends Error {
  override readonly name = 'ForeignAddressError'
}

function parseEndpoint(endpoint: string): URL | null {
  const url = URL.parse(endpoint)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : null
}

function readHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

async function resolveHost(url: URL): Promise<LookupAddress[]> {
  return await promisify(lookup)(readHost(url), { all: true })
}

/**
 * Addresses that aren't reachable for everybody (the special-purpose registries of IANA, RFC 6890),
 * and those that lead to such addresses through a translation (6to4, Teredo, NAT64).
 */
function isPrivate(address: string): boolean {
  return isIP(address) === 4 ? isPrivateIpv4(address) : isPrivateIpv6(address)
}

const isPrivateIpv4 = createNetworkMatcher([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])

/** One list would apply to both: an IPv4 address also counts as one below `::/3`. */
const isPrivateIpv6 = createNetworkMatcher([
  // Only 2000::/3 is assigned to the internet.
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])
