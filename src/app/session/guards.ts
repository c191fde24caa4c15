import { redirect } from '@tanstack/react-router'
import { isStaff, session } from './session-store.ts'
import { readStoredLogin } from './stored-login.ts'

/** /services: an access token has to be there (spec 3 §2); the server decides on its own for every call. */
export function requireToken(): void {
  if (!readStoredLogin().accessToken) throw redirect({ to: '/', replace: true })
}

/**
 * Staff pages: access token and is_staff (spec 3 §2). Somebody whose session ended while they worked may still walk between their screens; the sign-in
 * panel stands over them.
 */
export function requireStaff(): void {
  const isAllowed = isStaff(session) && (session.needsSignIn || readStoredLogin().accessToken !== null)
  if (!isAllowed) throw redirect({ to: '/', replace: true })
}

/** The admin menu: superusers among the staff (spec 3 §2 `/settings`). */
export function requireSuperuser(): void {
  requireStaff()
  if (session.user?.is_superuser !== true) throw redirect({ to: '/', replace: true })
}
