import { redirect } from '@tanstack/react-router'
import { ledHome, type LedHomeReason } from './led-home.ts'
import { isStaff, session } from './session-store.ts'
import { readStoredLogin } from './stored-login.ts'

/** What the router says of the way to a screen. `stay`: somebody was on it already when the session changed. */
export interface Way {
  readonly location: { readonly href: string }
  readonly cause: 'preload' | 'enter' | 'stay'
}

/** What concerns everybody's own sign-in. One whose session ended meanwhile may stay: the screen says how it stands. */
export function requireSignedIn(way: Way): void {
  if (!session.user) throw leadHome(way)
}

/** /services: an access token has to be there (spec 3 §2); the server decides on its own for every call. */
export function requireToken(way: Way): void {
  if (!readStoredLogin().accessToken) throw leadHome(way, 'signed_out')
}

/**
 * Staff pages: access token and is_staff (spec 3 §2). Somebody whose session ended while they worked may still walk between their screens; the sign-in
 * panel stands over them.
 */
export function requireStaff(way: Way): void {
  const isAllowed = isStaff(session) && (session.needsSignIn || readStoredLogin().accessToken !== null)
  if (!isAllowed) throw leadHome(way)
}

/** The admin menu: superusers among the staff (spec 3 §2 `/settings`). */
export function requireSuperuser(way: Way): void {
  requireStaff(way)
  if (session.user?.is_superuser !== true) throw leadHome(way, 'superusers_only')
}

/** Home, where it is said why: a page that comes instead of the one asked for looks like a mistake, and signing in there should lead on. */
function leadHome(
  { location, cause }: Way,
  kind: LedHomeReason['kind'] = session.user ? 'not_permitted' : 'signed_out',
) {
  if (cause === 'enter') ledHome.reason = kind === 'signed_out' ? { kind, returnTo: location.href } : { kind }
  return redirect({ to: '/', replace: true })
}
