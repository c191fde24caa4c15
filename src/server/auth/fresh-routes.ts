import type { FastifyRequest } from 'fastify'

/**
 * Routes that need a second factor from the last minutes (step-up), where factors are required at
 * all: revealing numbers, exports and downloads of personal data (also of sheets that a device
 * makes of its own copy), and every change by a superuser. ../every-route-doors.test.ts calls every
 * route of the server and checks that none is missing here.
 */
const freshRoutes: readonly { readonly method: 'GET' | 'POST' | 'write'; readonly path: RegExp }[] = [
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
  { method: 'write', path: /^\/api\/audit\/(chain|alerts|reviews)(\/|$)/ },
]

/** True when the matched route is in the list; false when no route matched. */
export function wantsFreshFactor({ method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>): boolean {
  return routeOptions.url !== undefined && isFreshRoute(method, routeOptions.url)
}

const known = new Map<string, boolean>()

/** `url`: as the route was registered. */
export function isFreshRoute(method: string, url: string): boolean {
  const key = `${method} ${url}`
  const found = known.get(key) ?? freshRoutes.some((route) => isOf(route, method, url.replace(/\/$/, '')))
  known.set(key, found)
  return found
}

function isOf(route: (typeof freshRoutes)[number], method: string, path: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  if (route.method === 'write' ? isRead : (isRead ? 'GET' : method) !== route.method) return false
  return route.path.test(path)
}
