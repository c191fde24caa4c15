import { proxy } from 'valtio'

/** Why the home page stands there in place of what was asked for. */
export type LedHomeReason =
  /** `returnTo`: where the person wanted to go, on this site. */
  | { kind: 'signed_out'; returnTo: string }
  | { kind: 'not_permitted' }
  | { kind: 'superusers_only' }
  /** Somebody has just signed in who is no member of the office's staff: said wherever they are then. */
  | { kind: 'member' }

/** Told there until somebody closes it or goes on. */
export const ledHome = proxy<{ reason: LedHomeReason | null }>({ reason: null })

/** Where somebody wanted to go who was led home for want of a sign-in: whichever button they sign in by leads on there. */
export function placeBeforeHome(): string | undefined {
  return ledHome.reason?.kind === 'signed_out' ? ledHome.reason.returnTo : undefined
}
