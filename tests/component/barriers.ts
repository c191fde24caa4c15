import axe from 'axe-core'
import { expect } from 'vitest'
import { commands } from 'vitest/browser'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails for anything within an element that breaks WCAG 2.2 AA by axe. In dark colours only contrast can differ, so only contrast is checked. */
export async function expectNoBarrier(within: Element = document.body): Promise<void> {
  // Half faded in, a notice has no contrast yet.
  await commands.emulateMedia({ reducedMotion: 'reduce' })
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  await untilDrawn()
  const announcedTwice = [...within.querySelectorAll(alertInLiveRegion)].map(({ outerHTML }) => outerHTML)
  const { violations } = await axe.run(within, {
    runOnly: isDark ? ['color-contrast'] : tags,
    resultTypes: ['violations'],
    iframes: false,
  })
  await commands.emulateMedia({ reducedMotion: null })
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
  expect([...found, ...announcedTwice]).toEqual([])
}

/** An alert announces itself; in a live region it would be announced twice. */
const alertInLiveRegion =
  ':is([aria-live=polite], [aria-live=assertive], [role=status], [role=log], output) [role=alert]'

/** Waits for transitions, also those that begin with the next frame; a spinner never ends and is not waited for. */
async function untilDrawn(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}
