import { type Locator, page } from 'vitest/browser'

export function calendar(): Locator {
  return page.getByRole('dialog', { name: /달력$/ })
}

/** `day` as `YYYY-MM-DD`. */
export function findDay(day: string): Locator {
  return calendar().getByCss(`[data-day="${day}"]`)
}
