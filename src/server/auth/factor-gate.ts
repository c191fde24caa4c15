import type { FastifyRequest } from 'fastify'
import type { FactorReason } from '#contract/problem.ts'
import { factorHours, freshFactorMinutes, idleMinutes } from '#contract/session/second-factor.ts'
import type { Deps } from '#server/deps.ts'
import { isLoopback } from '#server/http/loopback.ts'
import { createNetworkMatcher, hasProxyHeader } from '#server/http/this-machine.ts'

/** What the gate needs to know of a session and its user; read with the token (bearer.ts). */
interface GatedSession {
  readonly is_staff: boolean
  readonly is_superuser: boolean
  readonly has_factor: boolean
  readonly factor_at: string | null
  readonly active_at: string
  readonly session_provider: 'kakao' | 'local' | 'kia'
}

export interface FactorGate {
  /** Why this session has no access to the office's data; null when nothing is missing. */
  findMissingFactor(request: FastifyRequest, session: GatedSession): FactorReason | null
  /**
   * True when the office's rules require a factor of this person here, whether or not one was
   * given.
   */
  isFactorRequired(
    request: FastifyRequest,
    session: Pick<GatedSession, 'is_staff' | 'is_superuser' | 'has_factor'>,
  ): boolean
  /** True for a superuser at an IP address outside the admin networks. */
  isAdminElsewhere(request: FastifyRequest, session: GatedSession): boolean
}

/**
 * Applies `findMissingFactor` to requests. `request.ip` is reliable behind TRUST_PROXY.
 */
export function createFactorGate({ config, now }: Pick<Deps, 'config' | 'now'>): FactorGate {
  const isExemptNetwork = createNetworkMatcher(config.factorExemptNetworks)
  const isAdminNetwork = createNetworkMatcher(config.adminNetworks)
  function buildPolicyInput(
    request: FastifyRequest,
    session: Pick<GatedSession, 'is_staff' | 'is_superuser' | 'has_factor'>,
  ) {
    const isOptional =
      config.secondFactor === 'optional' || (config.secondFactor === 'optional_here' && !hasProxyHeader(request))
    return {
      mode: isOptional ? ('optional' as const) : ('required' as const),
      isExempt: isExemptNetwork(request.ip),
      isStaff: session.is_staff || session.is_superuser,
      hasFactor: session.has_factor,
    }
  }
  return {
    isFactorRequired: (request, session) => isFactorRequired(buildPolicyInput(request, session)),
    findMissingFactor: (request, session) =>
      findMissingFactor({
        ...buildPolicyInput(request, session),
        factorAt: session.factor_at === null ? null : Date.parse(session.factor_at),
        activeAt: Date.parse(session.active_at),
        now: now().getTime(),
        wantsFresh: wantsFreshFactor(request),
      }),
    isAdminElsewhere(request, session) {
      if (!session.is_superuser || config.adminNetworks.length === 0) return false
      const isOnThisMachine = session.session_provider === 'local' && isLoopback(request.ip.replace(/^::ffff:/, ''))
      return !isOnThisMachine && !isAdminNetwork(request.ip)
    },
  }
}

/** All inputs of the decision. Instants are milliseconds since 1970. */
export interface FactorState {
  readonly mode: 'required' | 'optional'
  /** The request comes from an exempt network. */
  readonly isExempt: boolean
  /** Staff or superuser. Members see no office data and never need a factor. */
  readonly isStaff: boolean
  /** A passkey or an authenticator app is set up. */
  readonly hasFactor: boolean
  /** When this session last passed the second factor; null if never. */
  readonly factorAt: number | null
  /** Last user activity that the device reported. */
  readonly activeAt: number
  readonly now: number
  /** The route requires a recent factor. */
  readonly wantsFresh: boolean
}

/**
 * Why this session must pass the second factor before it may access office data; null if it may.
 * Pure, and the only place that decides this.
 *
 * - `enrol`: no factor is set up yet.
 * - `pass`: not passed on this session, or longer than `factorHours` ago.
 * - `idle`: passed, but the user was inactive for `idleMinutes`.
 * - `fresh`: the route wants one from the last `freshFactorMinutes`.
 *
 * A `factorAt` in the future (the clock was set back) is valid until `factorHours` after that time.
 */
export function findMissingFactor(state: FactorState): FactorReason | null {
  const { hasFactor, factorAt, activeAt, now } = state
  if (!isFactorRequired(state)) return null
  if (!hasFactor) return 'enrol'
  if (factorAt === null || now - factorAt >= factorHours * 3_600_000) return 'pass'
  if (now - Math.max(activeAt, factorAt) >= idleMinutes * 60_000) return 'idle'
  return state.wantsFresh && now - factorAt >= freshFactorMinutes * 60_000 ? 'fresh' : null
}

/** True when this person needs a factor here at all. */
function isFactorRequired({
  mode,
  isExempt,
  isStaff,
  hasFactor,
}: Pick<FactorState, 'mode' | 'isExempt' | 'isStaff' | 'hasFactor'>): boolean {
  return isStaff && !isExempt && (mode === 'required' || hasFactor)
}

/**
 * Routes that need a second factor from the last minutes (step-up), where factors are required at
 * all: revealing numbers, exports and downloads of personal data (also of sheets that a device
 * makes of its own copy), and every change by a superuser. ../every-route-access.test.ts calls
 * every route of the server and checks that none is missing here.
 */
const freshRoutes: readonly { readonly method: 'GET' | 'POST' | 'PUT' | 'write'; readonly path: RegExp }[] = [
  { method: 'POST', path: /\/reveal_number$/ },
  { method: 'POST', path: /\/find_by_number$/ },
  { method: 'GET', path: /\/export_(excel|report_excel|report_pdf|signed)$/ },
  { method: 'POST', path: /\/export_(excel_bulk|on_device)$/ },
  { method: 'POST', path: /\/download_(application|application_bulk|immovable_bulk)$/ },
  // Files of background tasks, and a registry extract.
  { method: 'GET', path: /\/file$/ },
  { method: 'GET', path: /\/deposition\/report\/:id\/pdf$/ },
  { method: 'POST', path: /\/deposition\/report\/preview$/ },
  { method: 'GET', path: /\/paper-contents\/:contentId$/ },
  { method: 'write', path: /^\/api\/(mysql\/user|office|demo-data|celery)(\/|$)/ },
  { method: 'write', path: /^\/api\/staff\/(invitations|linked-accounts|rates)(\/|$)/ },
  { method: 'write', path: /^\/api\/staff\/(leave\/allowance|inquiries\/destroy)$/ },
  { method: 'write', path: /^\/api\/(kia|keeping)\// },
  { method: 'write', path: /^\/api\/register\/(months|corrections|report)(\/|$)/ },
  // The address of a calendar lets names out of the office until somebody ends it.
  { method: 'POST', path: /^\/api\/calendar\/feed$/ },
  { method: 'PUT', path: /^\/api\/calendar\/feed$/ },
  { method: 'write', path: /^\/api\/audit\/(chain|alerts|reviews)(\/|$)/ },
]

/** True when the matched route is in the list; false when no route matched. */
function wantsFreshFactor({ method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>): boolean {
  return routeOptions.url !== undefined && isFreshRoute(method, routeOptions.url)
}

const freshByRoute = new Map<string, boolean>()

/** `url`: as the route was registered. */
export function isFreshRoute(method: string, url: string): boolean {
  const key = `${method} ${url}`
  const isFresh =
    freshByRoute.get(key) ?? freshRoutes.some((route) => matchesRoute(route, method, url.replace(/\/$/, '')))
  freshByRoute.set(key, isFresh)
  return isFresh
}

function matchesRoute(route: (typeof freshRoutes)[number], method: string, path: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  if (route.method === 'write' ? isRead : (isRead ? 'GET' : method) !== route.method) return false
  return route.path.test(path)
}
