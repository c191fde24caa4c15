import { proxy } from 'valtio'
import type { FactorReason } from '#contract/problem.ts'
import type { UserInfo } from '#contract/session.ts'
import { useHydratedSnapshot } from '../ui/hydrated-snapshot.ts'

/** Who is signed in, as every screen sees it. */
export interface SessionState {
  user: UserInfo | null
  /** Follows the user's is_active (spec 1 §4). */
  isAuthenticated: boolean
  /**
   * The server no longer accepts this session although somebody works here: the sign-in panel opens in place. The spec's "logs out and reloads" would
   * throw away what stands in open forms.
   */
  needsSignIn: boolean
  /** Why it could not be renewed, where the device itself knows; else empty. */
  lapseReason: string
  /** Why the server shows this session nothing of the office; null: it does, as far as is known. Screens and open forms stay as they are beneath the second step. */
  needsFactor: FactorReason | null
}

const nobody: SessionState = {
  user: null,
  isAuthenticated: false,
  needsSignIn: false,
  lapseReason: '',
  needsFactor: null,
}

export const session = proxy<SessionState>({ ...nobody })

export function useSession(): Readonly<SessionState> {
  return useHydratedSnapshot(session, nobody)
}

/** Somebody is signed in from now on; an account that was switched off is not authenticated. */
export function setUser(user: UserInfo): void {
  // Renewed tokens say nothing of the second step; another person has another.
  if (session.user?.id !== user.id) session.needsFactor = null
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
  session.needsFactor = null
}

/** The session ended on the server while somebody works: who it is stays known, so that their unsent work stays in sight. */
export function setLapsed(reason = ''): void {
  if (!session.user) return
  session.needsSignIn = true
  isLapseFromOutbox = false
  if (reason !== '') session.lapseReason = reason
}

/**
 * What the outbox knows of the session: whether its row is missing or was refused. HAZARD: at the first start of a device the row is written while the copy already opens, so this may be said a
 * moment late; it must be taken back as it was said, or the sign-in panel would stay over a session that is well.
 */
export function followOutbox(needsSignIn: boolean): void {
  if (needsSignIn && session.user && !session.needsSignIn) {
    session.needsSignIn = true
    isLapseFromOutbox = true
  } else if (!needsSignIn && isLapseFromOutbox) {
    session.needsSignIn = false
    isLapseFromOutbox = false
  }
}

/** Only the outbox has reported that the session ended. */
let isLapseFromOutbox = false

/** Whether this person sees the back office. */
export function isStaff(state: Pick<SessionState, 'user' | 'isAuthenticated'>): boolean {
  return state.isAuthenticated && state.user?.is_staff === true
}
