import { takeOutReasons, type TakeOut } from '#contract/trail/take-out.ts'

/**
 * Free text may name someone, so an order that holds it isn't kept in local storage
 * (saved-tasks.ts).
 */
export function holdsNoWords({ reason }: TakeOut): boolean {
  return reason === null || takeOutReasons.some((one) => one === reason)
}
