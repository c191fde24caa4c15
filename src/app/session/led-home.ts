import { proxy } from 'valtio'

/** Why the home page is shown in place of the requested page. */
export type LedHomeReason =
  /** `returnTo`: path the user wanted, on this site. */
  | { kind: 'signed_out'; returnTo: string }
  | { kind: 'not_permitted' }
  | { kind: 'superusers_only' }
  /** Someone just signed in who isn't staff. Shown on whichever page they are on. */
  | { kind: 'member' }

/** Shown until the user closes it or navigates on. */
export const ledHome = proxy<{ reason: LedHomeReason | null }>({ reason: null })

/**
 * Path the user wanted before a missing sign-in redirected them home. Every sign-in button returns
 * there.
 */
export function placeBeforeHome(): string | undefined {
  return ledHome.reason?.kind === 'signed_out' ? ledHome.reason.returnTo : undefined
}
