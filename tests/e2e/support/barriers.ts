import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './expect.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe looks at. Absent: the whole page. */
export interface Scope {
  readonly within?: string | undefined
  readonly without?: string
}

/** Fails on anything that axe knows to shut people out by WCAG 2.2 AA. `within`: looks at that part only. */
export async function expectNoBarrier(page: Page, within?: string): Promise<void> {
  expect(await barriersOf(page, { within })).toEqual([])
}

/** The same, and enough contrast at night: for what no walk opens. */
export async function expectNoBarrierDayOrNight(page: Page, within?: string): Promise<void> {
  await expectNoBarrier(page, within)
  expect(await faintAtNight(page, { within })).toEqual([])
}

/** `rule: element | element`, one line a rule. */
export async function barriersOf(page: Page, scope: Scope): Promise<string[]> {
  await page.evaluate(untilDrawn)
  const repeated = await page.locator(announcedTwice).evaluateAll((alerts) => alerts.map(({ outerHTML }) => outerHTML))
  const found = await violations(page, scope, { type: 'tag', values: tags })
  return [...repeated.map((html) => `announced twice: ${html}`), ...found]
}

/** Texts without enough contrast in the dark. Nothing but colours differs there. */
export async function faintAtNight(page: Page, scope: Scope): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(untilDrawn)
  const found = await violations(page, scope, { type: 'rule', values: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
  return found.map((line) => `${line} (at night)`)
}

async function violations(page: Page, { within, without }: Scope, runOnly: axe.RunOnly): Promise<string[]> {
  // Compiling axe takes as long as a run, so a page keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return await page.evaluate(runAxe, { include: [within ?? 'html'], exclude: without ? [without] : [], runOnly })
}

/** Runs in the page, which has axe. `include` and `exclude`: selectors. */
async function runAxe(given: { include: string[]; exclude: string[]; runOnly: axe.RunOnly }): Promise<string[]> {
  const { include, exclude, runOnly } = given
  const options = { runOnly, resultTypes: ['violations' as const], iframes: false }
  const found = await window.axe.run({ include, exclude }, options)
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** An alert announces itself; in a live region it would be read twice. */
const announcedTwice = ':is([aria-live=polite], [aria-live=assertive], [role=status], [role=log], output) [role=alert]'

/** What fades in has no contrast yet. Endless animations are not waited for. */
async function untilDrawn(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}
