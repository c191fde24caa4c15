import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { announcedTwice, contrastRule, everyRule, runAxe, untilDrawn } from '../../support/axe-rules.ts'
import { expect } from './expect.ts'

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
  const violations = await violationsOf(page, scope, everyRule)
  return [...repeated.map((html) => `announced twice: ${html}`), ...violations]
}

/** Texts without enough contrast in the dark. */
export async function faintAtNight(page: Page, scope: Scope): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(untilDrawn)
  const violations = await violationsOf(page, scope, contrastRule)
  await page.emulateMedia({ colorScheme: 'light' })
  return violations.map((line) => `${line} (at night)`)
}

async function violationsOf(page: Page, { within, without }: Scope, runOnly: axe.RunOnly): Promise<string[]> {
  // Compiling axe takes as long as a run, so a page keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return await page.evaluate(runAxe, { include: [within ?? 'html'], exclude: without ? [without] : [], runOnly })
}
