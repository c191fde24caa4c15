import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { announcedTwice, contrastRule, everyRule, runAxe, waitForAnimations } from '../../support/browsers/axe-rules.ts'
import { expect } from './expect.ts'

/** Scope of the axe check. Absent: the whole page. */
export interface Scope {
  readonly within?: string | undefined
  readonly without?: string
}

/** Fails on any WCAG 2.2 AA violation that axe finds. `within`: checks only that part. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  expect(await findAccessibilityViolations(page, { within })).toEqual([])
}

/** The same, plus contrast in dark mode; for parts that no walk opens. */
export async function expectAccessibleInBothThemes(page: Page, within?: string): Promise<void> {
  await expectAccessible(page, within)
  expect(await findDarkModeContrastIssues(page, { within })).toEqual([])
}

/** `rule: element | element`, one line per rule. */
export async function findAccessibilityViolations(page: Page, scope: Scope): Promise<string[]> {
  await page.evaluate(waitForAnimations)
  const repeated = await page.locator(announcedTwice).evaluateAll((alerts) => alerts.map(({ outerHTML }) => outerHTML))
  const violations = await findViolations(page, scope, everyRule)
  return [...repeated.map((html) => `announced twice: ${html}`), ...violations]
}

/** Texts with low contrast in dark mode. */
export async function findDarkModeContrastIssues(page: Page, scope: Scope): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(waitForAnimations)
  const violations = await findViolations(page, scope, contrastRule)
  await page.emulateMedia({ colorScheme: 'light' })
  return violations.map((line) => `${line} (at night)`)
}

async function findViolations(page: Page, { within, without }: Scope, runOnly: axe.RunOnly): Promise<string[]> {
  // Compiling axe takes as long as running it, so it stays in the page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return await page.evaluate(runAxe, { include: [within ?? 'html'], exclude: without ? [without] : [], runOnly })
}
