import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Nothing on the page, as it stands, that axe knows to shut people out by WCAG 2.2 AA. `within`: only in that part of it. By night only colours differ, so only they are
 * looked at: every test that looks at a dark page has looked at the same one by day.
 */
export async function expectNoBarrier(page: Page, within?: string): Promise<void> {
  // A notice that comes while axe is at work would be read in the middle of its fading in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const isNight = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.evaluate(untilDrawn)
  expect(await page.locator(saidTwice).evaluateAll((alerts) => alerts.map(({ outerHTML }) => outerHTML))).toEqual([])
  // "Legacy" is axe in this page alone. The other mode carries results between frames of other origins, of which we have none, and takes three times as long.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const chosen = isNight ? axe.withRules('color-contrast') : axe.withTags(tags)
  const { violations } = await (within === undefined ? chosen : chosen.include(within)).analyze()
  await page.emulateMedia({ reducedMotion: null })
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
  expect(found).toEqual([])
}

/** An alert announces itself; within what is announced as it comes it would be said again. */
const saidTwice = ':is([aria-live=polite], [aria-live=assertive], [role=status], [role=log], output) [role=alert]'

/** What fades in has no contrast yet. What turns for ever is not waited for. */
async function untilDrawn(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}
