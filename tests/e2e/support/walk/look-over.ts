import type { Page } from '@playwright/test'
import { barriersOf, faintAtNight } from '../barriers.ts'
import type { Device } from '../screens/screen.ts'
import { outOfReach, smallTargets } from '../thumb.ts'
import { contactFaults, cutOffTexts, headingFaults, listFaults, movingParts, tooWide } from './layout-faults.ts'

export interface Look {
  readonly device: Device
  /** The only part that is new since the page was last looked over. */
  readonly within?: string
  /** A page of the site: nothing of its text may be lost, and on a phone the office is one tap away. */
  readonly isPublic?: boolean
  /** The back office, worked in with a finger: 44 px. Elsewhere axe asks for 24 px. */
  readonly isForStaff?: boolean
  readonly isList?: boolean
}

/** The rows of a table are alike: axe looks at the first of them. All of them would take three times as long. */
const furtherRows = '[role=row]:nth-child(n + 6)'

/**
 * Everything that is wrong with the page as it is. A tablet has the parts of a desktop, so axe looks at
 * the other two; all of them have the same colours, so only a desktop is looked at by night.
 */
export async function lookOver(page: Page, look: Look): Promise<string[]> {
  const found: string[] = []
  if (look.device !== 'tablet') {
    const scope = { within: look.within, without: furtherRows }
    await placeCallBar(page, 'static')
    found.push(...(await barriersOf(page, scope)))
    await placeCallBar(page, '')
    if (look.device === 'desktop') found.push(...(await faintAtNight(page, scope)))
  }
  if (look.within === undefined) found.push(...(await page.evaluate(headingFaults)))
  if (look.isPublic) found.push(...(await page.evaluate(movingParts)))
  return [...found, ...(await fitFaults(page, look))]
}

/** Public pages have a bar to call and write that sticks to the foot of a phone: axe would take a link half below it for a small target. */
async function placeCallBar(page: Page, position: 'static' | ''): Promise<void> {
  await page
    .locator('nav[aria-label="바로 연락"]')
    .evaluateAll((bars, to) => bars.forEach((bar) => ((bar as HTMLElement).style.position = to)), position)
}

/** What does not fit the window: too wide, cut off, out of reach, or too small for a finger. */
export async function fitFaults(page: Page, look: Look): Promise<string[]> {
  const { device, within, isPublic, isForStaff, isList } = look
  const found = await page.evaluate(tooWide, page.viewportSize()?.width ?? 0)
  if (isPublic) found.push(...(await page.evaluate(cutOffTexts)))
  if (isPublic && device === 'phone') found.push(...(await page.evaluate(contactFaults)))
  if (isList && device === 'tablet') found.push(...(await page.evaluate(listFaults)))
  if (device === 'desktop') return found
  if (isForStaff) found.push(...(await smallTargets(page)).map((name) => `too small for a finger: ${name}`))
  // The last look: it scrolls everything to its end. Only a phone has a bar that lies over the screen.
  if (within === undefined && device === 'phone')
    found.push(...(await outOfReach(page)).map((name) => `out of reach: ${name}`))
  return found
}
