import { expect, type Page, test } from '@playwright/test'
import { isPublicPath } from '#contract/app-paths.ts'
import { takeThird } from '../../../support/runner/test-depth.ts'
import { watchCode } from '../code-watch.ts'
import { type Device, resolveUrl, type Screen, type WalkContext, type WalkState } from '../screens/screen.ts'
import { devices, doubledSize, zoomedSizes } from './devices.ts'
import { findDialogErrors } from './layout-faults.ts'
import { checkPage, findLayoutErrors, type Look } from './look-over.ts'

export interface Walk {
  /**
   * Opens these screens in turn and checks each with everything that can be opened on it; `npm
   * test` checks only every third.
   */
  through: (screens: readonly Screen[]) => Promise<void>
  /** Fails with all findings, one per line. */
  end: () => void
}

/** A walk in this window. It continues after a finding, so that one run shows everything. */
export async function startWalk(page: Page, device: Device, walkContext: WalkContext): Promise<Walk> {
  const findings: string[] = []
  const refusals = await watchCode(page.context())
  page.setDefaultTimeout(20_000)
  const addFindings = (where: string, found: readonly string[]) =>
    findings.push(...found.map((what) => `${where} on a ${device}: ${what}`))
  let before: Screen | undefined

  /** `isThorough`: checks the screen and opens everything that can be opened on it. */
  async function visit(screen: Screen, isThorough: boolean): Promise<void> {
    const path = resolveUrl(screen, walkContext)
    try {
      await openScreen(page, { before, screen, url: walkContext.url + path })
      before = screen
      await waitForRender(page, screen)
      if (!isThorough) return
      await screen.narrow?.(page)
      addFindings(path, await checkScreen(page, screen, device))
      for (const state of screen.states ?? []) {
        if (!opensOn(state, device)) continue
        await state.open(page, walkContext)
        addFindings(
          `${path} · ${state.name}`,
          await checkPage(page, { ...buildCheckOptions(screen, device), ...pick(state) }),
        )
        if (state.within && device === 'desktop') addFindings(`${path} · ${state.name}`, await checkZoomed(page))
        await closeDialogs(page)
      }
    } catch (error) {
      addFindings(path, [`cannot be opened: ${String(error)}`])
    }
  }

  return {
    async through(screens) {
      const thorough = takeThird(screens)
      for (const screen of screens)
        await test.step(resolveUrl(screen, walkContext), () => visit(screen, thorough.includes(screen)))
    },
    end: () => expect([...findings, ...refusals()]).toEqual([]),
  }
}

interface ScreenVisit {
  readonly before: Screen | undefined
  readonly screen: Screen
  readonly url: string
}

/**
 * Navigates between back office screens within the app, which takes a third of the time of loading
 * it.
 */
async function openScreen(page: Page, { before, screen, url }: ScreenVisit): Promise<void> {
  const hasApp = before !== undefined && isOfficeScreen(before) && (await page.locator('main').count()) > 0
  if (hasApp && isOfficeScreen(screen)) await page.evaluate((to) => history.pushState(null, '', to), url)
  else await page.goto(url)
}

function isOfficeScreen({ reader, isPublicSite }: Screen): boolean {
  return (reader === 'staff' || reader === 'superuser') && !isPublicSite
}

function buildCheckOptions(screen: Screen, device: Device): Look {
  return { device, isForStaff: isOfficeScreen(screen), isList: screen.isList === true }
}

function opensOn({ on = ['desktop'] }: WalkState, device: Device): boolean {
  return on.includes(device)
}

function pick({ within }: WalkState): Pick<Look, 'within'> {
  return within === undefined ? {} : { within }
}

async function waitForRender(page: Page, screen: Screen): Promise<void> {
  await screen.shows(page).first().waitFor({ timeout: 30_000 })
  await page
    .getByText(/^(데이터를 |화면을 )?불러오는 중/)
    .first()
    .waitFor({ state: 'hidden' })
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'hidden' })
}

/** Checks in the walk's own window size, then in the screen's other sizes. */
async function checkScreen(page: Page, screen: Screen, device: Device): Promise<string[]> {
  const look = buildCheckOptions(screen, device)
  const isPublic = screen.reader === 'visitor' && isPublicPath(new URL(page.url()).pathname)
  if (isPublic) await openAllAnswers(page)
  const found = await checkPage(page, { ...look, isPublic })
  if (screen.title !== undefined && (await page.title()) !== screen.title) found.push(`title: ${await page.title()}`)
  const { context, otherSizes } = devices[device]
  for (const size of [...otherSizes, ...(isPublic && device === 'desktop' ? zoomedSizes : [])]) {
    await page.setViewportSize(size)
    const errors = await findLayoutErrors(page, { ...look, isPublic })
    found.push(...errors.map((error) => `${error} (at ${size.width} × ${size.height})`))
  }
  await page.setViewportSize(context.viewport)
  return found
}

/** Checks a dialog at 200 % zoom: content that does not fit must be scrollable. */
async function checkZoomed(page: Page): Promise<string[]> {
  await page.setViewportSize(doubledSize)
  const errors = await page.evaluate(findDialogErrors)
  await page.setViewportSize(devices.desktop.context.viewport)
  return errors
}

async function openAllAnswers(page: Page): Promise<void> {
  await page.locator('details').evaluateAll((all) => all.forEach((details) => details.setAttribute('open', '')))
}

/** Closes dialogs and discards typed text. */
async function closeDialogs(page: Page): Promise<void> {
  const dialogs = page.locator('[role=dialog], [role=alertdialog]')
  for (let open = await dialogs.count(); open > 0; open = await dialogs.count()) {
    const discard = page.getByRole('button', { name: '버리기' })
    if ((await discard.count()) > 0) {
      await discard.click()
      await expect(dialogs).not.toHaveCount(open)
    } else {
      await page.keyboard.press('Escape')
      // A dialog with typed text asks before it closes.
      await expect.poll(async () => (await dialogs.count()) !== open || (await discard.count()) > 0).toBe(true)
    }
  }
}
