import { proxy } from 'valtio'
import { useHydratedSnapshot } from '#app/ui/hooks/hydrated-snapshot.ts'
import type { FactorReason } from '#contract/problem.ts'
import type { UserInfo } from '#contract/session/session.ts'

/** The signed-in user, as every screen sees it. */
interface SessionState {
  user: UserInfo | null
  /** Follows the user's is_active. */
  isAuthenticated: boolean
  /**
   * The server no longer accepts the session of a user at work. The sign-in panel opens in place,
   * because logging out and reloading would throw away open forms.
   */
  needsSignIn: boolean
  /** Why renewal failed, when the device itself knows; otherwise empty. */
  lapseReason: string
  /**
   * Why the server withholds the office's data from this session; null when it doesn't, as far as
   * known. Screens and open forms stay as they are below the factor prompt.
   */
  factorReason: FactorReason | null
}

const signedOut: SessionState = {
  user: null,
  isAuthenticated: false,
  needsSignIn: false,
  lapseReason: '',
  factorReason: null,
}

export const session = proxy<SessionState>({ ...signedOut })

export function useSession(): Readonly<SessionState> {
  return useHydratedSnapshot(session, signedOut)
}

/** Signs the user in. A deactivated account is not authenticated. */
export function setUser(user: UserInfo): void {
  // Renewed tokens don't change the second factor; another user has their own factor.
  if (session.user?.id !== user.id) session.factorReason = null
  session.user = user
  session.isAuthenticated = user.is_active
  session.needsSignIn = false
  isLapseFromOutbox = false
  session.lapseReason = ''
}

export function setSignedOut(): void {
  session.user = null
  session.isAuthenticated = false
  session.needsSignIn = false
  isLapseFromOutbox = false
  session.lapseReason = ''
  session.factorReason = null
}

/**
 * The session ended on the server while the user works. The user stays known, so that their unsent
 * work stays visible.
 */
export function setLapsed(reason = ''): void {
  if (!session.user) return
  session.needsSignIn = true
  isLapseFromOutbox = false
  if (reason !== '') session.lapseReason = reason
}

/**
 * Applies what the outbox knows of the session: whether its row is missing or was refused. At the
 * first start of a device the row is written while the copy is already opening, so this may be
 * reported too early. It must be possible to take it back, or the sign-in panel would cover a valid
 * session.
 */
export function applyOutboxState(needsSignIn: boolean): void {
  if (needsSignIn && session.user && !session.needsSignIn) {
    session.needsSignIn = true
    isLapseFromOutbox = true
  } else if (!needsSignIn && isLapseFromOutbox) {
    session.needsSignIn = false
    isLapseFromOutbox = false
  }
}

/** Whether the outbox alone has reported the lapse. */
let isLapseFromOutbox = false

/** Whether this user sees the back office. */
export function isStaff(state: Pick<SessionState, 'user' | 'isAuthenticated'>): boolean {
  return state.isAuthenticated && state.user?.is_staff === true
}
