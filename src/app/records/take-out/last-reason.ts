import { takeOutReasons, defaultReason, type TakeOut } from '#contract/trail/take-out.ts'
import { onSignOut } from '#app/session/clean-up-on-sign-out.ts'

let last: string = defaultReason

onSignOut(() => {
  last = defaultReason
})

/** The last reason given in this tab. */
export function lastReason(): string {
  return last
}

/** Doesn't remember free text, which was about one file, nor an export without masking. */
export function saveReason({ reason, isMasked }: TakeOut): void {
  if (isMasked && takeOutReasons.some((one) => one === reason)) last = reason ?? defaultReason
}
