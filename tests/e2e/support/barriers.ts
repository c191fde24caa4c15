import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { announcedTwice, contrastRule, everyRule, runAxe, untilDrawn } from '../../support/axe-rules.ts'
import { expect } from './expect.ts'

/** Scope of the axe check. Absent: the whole page. */
export interface Scope {
  readonly within?: string | undefined
  readonly without?: string
}

/** Fails on any WCAG 2.2 AA violation that axe finds. `within`: checks only that part. */
export async function expectNoBarrier(page: Page, within?: string): Promise<void> {
  expect(await barriersOf(page, { within })).toEqual([])
}

/** The same, plus contrast in dark mode; for parts that no walk opens. */
export async function expectNoBarrierDayOrNight(page: Page, within?: string): Promise<void> {
  await expectNoBarrier(page, within)
  expect(await faintAtNight(page, { within })).toEqual([])
}

/** `rule: element | element`, one line per rule. */
export async function barriersOf(page: Page, scope: Scope): Promise<string[]> {
  await page.evaluate(untilDrawn)
  const repeated = await page.locator(announcedTwice).evaluateAll((alerts) => alerts.map(({ outerHTML }) => outerHTML))
  const violations = await violationsOf(page, scope, everyRule)
  return [...repeated.map((html) => `announced twice: ${html}`), ...violations]
}

/** Texts with low contrast in dark mode. */
export async function faintAtNight(page: Page, scope: Scope): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(untilDrawn)
  const violations = await violationsOf(page, scope, contrastRule)
  await page.emulateMedia({ colorScheme: 'light' })
  return violations.map((line) => `${line} (at night)`)
}

async function violationsOf(page: Page, { within, without }: Scope, runOnly: axe.RunOnly): Promise<string[]> {
  // Compiling axe takes as long as running it, so it stays in the page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return await page.evaluate(runAxe, { include: [within ?? 'html'], exclude: without ? [without] : [], runOnly })
}
