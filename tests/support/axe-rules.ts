import type axe from 'axe-core'

/** WCAG 2.2 AA and axe's own advice. */
export const everyRule: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/** Only colours differ at night. */
export const contrastRule: axe.RunOnly = { type: 'rule', values: ['color-contrast'] }

/** An alert announces itself; inside a live region it would be announced again. */
export const announcedTwice =
  ':is([aria-live=polite], [aria-live=assertive], [role=status], [role=log], output) [role=alert]'

/** Waits for animations that end: what fades in has no contrast yet. Runs in a page, so it may use nothing of this module. */
export async function untilDrawn(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

/** `rule: element | element`, one line a rule. Runs in a page that has axe, so it may use nothing of this module. */
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
