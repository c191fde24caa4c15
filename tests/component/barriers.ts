import axe from 'axe-core'
import { expect } from 'vitest'
import { commands } from 'vitest/browser'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Nothing drawn shuts people out by what axe knows of WCAG 2.2 AA. By night only colours differ, so only contrast is looked at: a test that looks at night has
 * looked at the same by day.
 */
export async function expectNoBarrier(within: Element | Document = document): Promise<void> {
  // A notice that comes while axe is at work would be read in the middle of its fading in.
  await commands.emulateMedia({ reducedMotion: 'reduce' })
  await untilDrawn()
  const doubled = [...within.querySelectorAll(announcedTwice)].map(({ outerHTML }) => outerHTML)
  expect(doubled).toEqual([])
  const { violations } = await axe.run(within, {
    resultTypes: ['violations'],
    runOnly: isNight() ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: tags },
  })
  await commands.emulateMedia({ reducedMotion: null })
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
  expect(found).toEqual([])
}

/** Looks at what is drawn by day and then by night. */
export async function expectNoBarrierByDayAndNight(within: Element | Document = document): Promise<void> {
  await commands.emulateMedia({ colorScheme: 'light' })
  await expectNoBarrier(within)
  await commands.emulateMedia({ colorScheme: 'dark' })
  await expectNoBarrier(within)
  await commands.emulateMedia({ colorScheme: 'light' })
}

/** An alert announces itself; within what is announced as it comes it would be announced again. */
const announcedTwice = ':is([aria-live=polite], [aria-live=assertive], [role=status], [role=log], output) [role=alert]'

function isNight(): boolean {
  return matchMedia('(prefers-color-scheme: dark)').matches
}

/** What fades in has no contrast yet. Animations without an end are not waited for. */
async function untilDrawn(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}
