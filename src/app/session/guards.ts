import { redirect } from '@tanstack/react-router'
import { ledHome, type LedHomeReason } from './led-home.ts'
import { isStaff, session } from './session-store.ts'
import { readStoredLogin } from './stored-login.ts'

/**
 * The navigation as the router describes it. `stay`: the user was already on the screen when the
 * session changed.
 */
export interface Navigation {
  readonly location: { readonly href: string }
  readonly cause: 'preload' | 'enter' | 'stay'
}

/**
 * For screens about the user's own account. A user whose session has lapsed may stay; the screen
 * says so.
 */
export function requireSignedIn(navigation: Navigation): void {
  if (!session.user) throw leadHome(navigation)
}

/** /services needs an access token. The server checks permissions for every call. */
export function requireToken(navigation: Navigation): void {
  if (!readStoredLogin().accessToken) throw leadHome(navigation, 'signed_out')
}

/**
 * Staff pages need an access token and is_staff. A user whose session lapsed at work may still move
 * between screens; the sign-in panel covers them.
 */
export function requireStaff(navigation: Navigation): void {
  const isAllowed = isStaff(session) && (session.needsSignIn || readStoredLogin().accessToken !== null)
  if (!isAllowed) throw leadHome(navigation)
}

/** The admin menu is for staff who are superusers. */
export function requireSuperuser(navigation: Navigation): void {
  requireStaff(navigation)
  if (session.user?.is_superuser !== true) throw leadHome(navigation, 'superusers_only')
}

/**
 * Redirects to the home page, which explains why. An unexpected page would look like a mistake, and
 * signing in there should lead on to the requested one.
 */
function leadHome(
  { location, cause }: Navigation,
  kind: LedHomeReason['kind'] = session.user ? 'not_permitted' : 'signed_out',
) {
  if (cause === 'enter') ledHome.reason = kind === 'signed_out' ? { kind, returnTo: location.href } : { kind }
  return redirect({ to: '/', replace: true })
}
