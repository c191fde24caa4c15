import { takeOutReasons, type TakeOut } from '#contract/take-out.ts'

/** Words of one's own may name somebody: an order that holds them is not kept in local storage (kept-tasks.ts). */
export function holdsNoWords({ reason }: TakeOut): boolean {
  return reason === null || takeOutReasons.some((one) => one === reason)
}
