import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe looks at. Absent: the whole page. */
export interface Scope {
  readonly within?: string | undefined
  readonly without?: string
}

/** Fails on anything that axe knows to shut people out by WCAG 2.2 AA. `within`: looks at that part only. */
export async function expectNoBarrier(page: Page, within?: string): Promise<void> {
  // A notice that appears while axe is at work would be read in the middle of its fading in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const barriers = await barriersOf(page, { within })
  await page.emulateMedia({ reducedMotion: null })
  expect(barriers).toEqual([])
}

/** The same, and enough contrast at night: for what no walk opens. */
export async function expectNoBarrierDayOrNight(page: Page, within?: string): Promise<void> {
  await expectNoBarrier(page, within)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const faint = await faintAtNight(page, { within })
  await page.emulateMedia({ reducedMotion: null })
  expect(faint).toEqual([])
}

/** `rule: element | element`, one line a rule. */
export async function barriersOf(page: Page, scope: Scope): Promise<string[]> {
  await page.evaluate(untilDrawn)
  const repeated = await page.locator(announcedTwice).evaluateAll((alerts) => alerts.map(({ outerHTML }) => outerHTML))
  const found = await analyze(page, scope, (axe) => axe.withTags(tags))
  return [...repeated.map((html) => `announced twice: ${html}`), ...found]
}

/** Texts without enough contrast in the dark. Nothing but colours differs there. */
export async function faintAtNight(page: Page, scope: Scope): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(untilDrawn)
  const found = await analyze(page, scope, (axe) => axe.withRules('color-contrast'))
  await page.emulateMedia({ colorScheme: 'light' })
  return found.map((line) => `${line} (at night)`)
}

async function analyze(page: Page, scope: Scope, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // Legacy mode: axe in this page alone. The other mode carries results between frames of other
  // origins, of which we have none, and takes three times as long.
  const axe = choose(new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] }))
  if (scope.within !== undefined) axe.include(scope.within)
  if (scope.without !== undefined) axe.exclude(scope.without)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

/** An alert announces itself; in a live region it would be read twice. */
const announcedTwice = ':is([aria-live=polite], [aria-live=assertive], [role=status], [role=log], output) [role=alert]'

/** What fades in has no contrast yet. Endless animations are not waited for. */
async function untilDrawn(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}
