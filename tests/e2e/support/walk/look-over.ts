import type { Page } from '@playwright/test'
import { findAccessibilityViolations, findDarkModeContrastIssues } from '../accessibility.ts'
import type { Device } from '../screens/screen.ts'
import { findSmallTargets, findUnreachableControls } from '../touch-targets.ts'
import {
  cutOffTexts,
  findContactErrors,
  findHeadingErrors,
  findListErrors,
  findMovingParts,
  findTooWide,
} from './layout-faults.ts'

export interface Look {
  readonly device: Device
  /** The only part that has changed since the page was last checked. */
  readonly within?: string
  /** A public page: no text may be cut off, and on a phone the office is one tap away. */
  readonly isPublic?: boolean
  /** The back office used by touch needs 44 px. Elsewhere axe requires 24 px. */
  readonly isForStaff?: boolean
  readonly isList?: boolean
}

/** Table rows are alike, so axe checks the first ones; all would take three times as long. */
const furtherRows = '[role=row]:nth-child(n + 6)'

/**
 * Everything wrong with the page as it is. A tablet has the parts of a desktop, so axe checks the
 * other two; all have the same colors, so dark mode is checked on a desktop only.
 */
export async function checkPage(page: Page, look: Look): Promise<string[]> {
  const found: string[] = []
  if (look.device !== 'tablet') {
    const scope = { within: look.within, without: furtherRows }
    await placeCallBar(page, 'static')
    found.push(...(await findAccessibilityViolations(page, scope)))
    await placeCallBar(page, '')
    if (look.device === 'desktop') found.push(...(await findDarkModeContrastIssues(page, scope)))
  }
  if (look.within === undefined) found.push(...(await page.evaluate(findHeadingErrors)))
  if (look.isPublic) found.push(...(await page.evaluate(findMovingParts)))
  return [...found, ...(await findLayoutErrors(page, look))]
}

/**
 * On a phone public pages have a sticky contact bar at the bottom, and axe would report a link half
 * below it as a small target.
 */
async function placeCallBar(page: Page, position: 'static' | ''): Promise<void> {
  await page
    .locator('nav[aria-label="바로 연락"]')
    .evaluateAll((bars, to) => bars.forEach((bar) => ((bar as HTMLElement).style.position = to)), position)
}

/** Layout faults: too wide, cut off, out of reach, or too small for touch. */
export async function findLayoutErrors(page: Page, look: Look): Promise<string[]> {
  const { device, within, isPublic, isForStaff, isList } = look
  const found = await page.evaluate(findTooWide, page.viewportSize()?.width ?? 0)
  if (isPublic) found.push(...(await page.evaluate(cutOffTexts)))
  if (isPublic && device === 'phone') found.push(...(await page.evaluate(findContactErrors)))
  if (isList && device === 'tablet') found.push(...(await page.evaluate(findListErrors)))
  if (device === 'desktop') return found
  if (isForStaff) found.push(...(await findSmallTargets(page)).map((name) => `too small for a finger: ${name}`))
  // The last check, because it scrolls everything to its end. Only a phone has a bar over the
  // screen.
  if (within === undefined && device === 'phone')
    found.push(...(await findUnreachableControls(page)).map((name) => `out of reach: ${name}`))
  return found
}
