import { proxy } from 'valtio'

/** Why the home page stands there in place of what was asked for. */
export type LedHomeReason =
  | { kind: 'unknown_address' }
  /** `returnTo`: where the person wanted to go, on this site. */
  | { kind: 'signed_out'; returnTo: string }
  | { kind: 'not_permitted' }

/** Told there until somebody closes it or goes on (decision 31). */
export const ledHome = proxy<{ reason: LedHomeReason | null }>({ reason: null })
