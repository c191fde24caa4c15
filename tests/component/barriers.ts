import axe from 'axe-core'
import { expect } from 'vitest'
import { commands } from 'vitest/browser'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Expects that axe finds nothing against WCAG 2.2 AA in light colours. Only contrast can differ in dark ones, so only contrast is checked there. */
export async function expectNoBarrier(within: Element = document.documentElement): Promise<void> {
  // Half faded in, a notice has no contrast yet.
  await commands.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  const inLight = await violations(within, { type: 'tag', values: tags })
  await commands.emulateMedia({ colorScheme: 'dark' })
  const inDark = await violations(within, { type: 'rule', values: ['color-contrast'] })
  await commands.emulateMedia({ reducedMotion: null, colorScheme: null })
  const announcedTwice = [...document.querySelectorAll(alertInLiveRegion)].map(({ outerHTML }) => outerHTML)
  expect({ inLight, inDark, announcedTwice }).toEqual({ inLight: [], inDark: [], announcedTwice: [] })
}

async function violations(within: Element, runOnly: axe.RunOnly): Promise<string[]> {
  await untilDrawn()
  const found = await axe.run(within, { runOnly, resultTypes: ['violations'], iframes: false })
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}

/** An alert announces itself; in a live region it would be announced twice. */
const alertInLiveRegion =
  ':is([aria-live=polite], [aria-live=assertive], [role=status], [role=log], output) [role=alert]'

/** Waits until nothing fades any more; a colour goes down from parent to child, one transition after the other. A spinner never ends and is not waited for. */
async function untilDrawn(): Promise<void> {
  let fading: Animation[]
  do {
    await new Promise(requestAnimationFrame)
    fading = document.getAnimations().filter(isFading)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  } while (fading.length > 0)
}

function isFading({ effect, playState }: Animation): boolean {
  return playState === 'running' && effect?.getComputedTiming().iterations !== Infinity
}
