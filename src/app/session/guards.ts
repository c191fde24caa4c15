import { redirect } from '@tanstack/react-router'
import { proxy } from 'valtio'
import { isStaff, session } from './session-store.ts'
import { readStoredLogin } from './stored-login/stored-login.ts'

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
  if (!session.user) throw redirectHome(navigation)
}

/** /services needs an access token. The server checks permissions for every call. */
export function requireToken(navigation: Navigation): void {
  if (!readStoredLogin().accessToken) throw redirectHome(navigation, 'signed_out')
}

/**
 * Staff pages need an access token and is_staff. A user whose session lapsed at work may still move
 * between screens; the sign-in panel covers them.
 */
export function requireStaff(navigation: Navigation): void {
  const isAllowed = isStaff(session) && (session.needsSignIn || readStoredLogin().accessToken !== null)
  if (!isAllowed) throw redirectHome(navigation)
}

/** The admin menu is for staff who are superusers. */
export function requireSuperuser(navigation: Navigation): void {
  requireStaff(navigation)
  if (session.user?.is_superuser !== true) throw redirectHome(navigation, 'superusers_only')
}

/**
 * Redirects to the home page, which explains why. An unexpected page would look like a mistake, and
 * signing in there should lead on to the requested one.
 */
function redirectHome(
  { location, cause }: Navigation,
  kind: HomeRedirectReason['kind'] = session.user ? 'not_permitted' : 'signed_out',
) {
  if (cause === 'enter') homeRedirect.reason = kind === 'signed_out' ? { kind, returnTo: location.href } : { kind }
  return redirect({ to: '/', replace: true })
}

/** Why the home page is shown in place of the requested page. */
export type HomeRedirectReason =
  /** `returnTo`: path the user wanted, on this site. */
  | { kind: 'signed_out'; returnTo: string }
  | { kind: 'not_permitted' }
  | { kind: 'superusers_only' }
  /** Someone just signed in who isn't staff. Shown on the page they are on. */
  | { kind: 'member' }

/** Shown until the user closes it or navigates on. */
export const homeRedirect = proxy<{ reason: HomeRedirectReason | null }>({ reason: null })

/**
 * Path the user wanted before a missing sign-in redirected them home. Every sign-in button returns
 * there.
 */
export function getRequestedPath(): string | undefined {
  return homeRedirect.reason?.kind === 'signed_out' ? homeRedirect.reason.returnTo : undefined
}
