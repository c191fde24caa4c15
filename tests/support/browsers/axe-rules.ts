import type axe from 'axe-core'

/** WCAG 2.2 AA and axe's best practices. */
export const everyRule: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/** In dark mode only the colors differ. */
export const contrastRule: axe.RunOnly = { type: 'rule', values: ['color-contrast'] }

/** An alert announces itself; inside a live region it would be announced twice. */
export const announcedTwice =
  ':is([aria-live=polite], [aria-live=assertive], [role=status], [role=log], output) [role=alert]'

/**
 * Waits for running animations, because content that is fading in has no contrast yet. Runs inside
 * the page, so it may use nothing of this module.
 */
export async function waitForAnimations(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

/**
 * Returns violations as `rule: element | element`, one line per rule. Runs inside a page that has
 * axe, so it may use nothing of this module.
 */
export async function runAxe(context: {
  include: (string | Element)[]
  exclude: string[]
  runOnly: axe.RunOnly
}): Promise<string[]> {
  const { include, exclude, runOnly } = context
  const options = { runOnly, resultTypes: ['violations' as const], iframes: false }
  const { violations } = await window.axe.run({ include, exclude }, options)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
