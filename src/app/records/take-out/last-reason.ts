import { takeOutReasons, defaultReason, type TakeOut } from '#contract/take-out.ts'
import { onLettingGo } from '#app/session/clean-up-on-sign-out.ts'

let last: string = defaultReason

onLettingGo(() => {
  last = defaultReason
})

/** What stood in the question the last time in this tab. */
export function lastReason(): string {
  return last
}

/** Words of one's own are not offered again: they were about one sheet. Nor is the answer that hides nothing. */
export function rememberReason({ reason, isMasked }: TakeOut): void {
  if (isMasked && takeOutReasons.some((one) => one === reason)) last = reason ?? defaultReason
}
