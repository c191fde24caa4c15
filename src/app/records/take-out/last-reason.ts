import { takeOutReasons, defaultReason, type TakeOut } from '#contract/trail/take-out.ts'
import { onLettingGo } from '#app/session/clean-up-on-sign-out.ts'

let last: string = defaultReason

onLettingGo(() => {
  last = defaultReason
})

/** The last reason given in this tab. */
export function lastReason(): string {
  return last
}

/** Doesn't remember free text, which was about one file, nor an export without masking. */
export function rememberReason({ reason, isMasked }: TakeOut): void {
  if (isMasked && takeOutReasons.some((one) => one === reason)) last = reason ?? defaultReason
}
