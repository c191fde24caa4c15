import { test as base, type BrowserContext, type Page } from '@playwright/test'
import { preview } from 'vite'
import { builtHarness, harnessRoot } from './build-harness.ts'

/** For a test or its describe: it does to its page what nothing takes back (another clock, scripts that run first), and gets a new one. */
export const ownPage = { annotation: { type: 'own page' } }

export interface Shared {
  harnessUrl: string
  /** By their kind. */
  keptPages: Map<string, Page>
}

/**
 * Serves the table on pages of its own, once per worker; `openTable(query)` opens it and waits for rows or for the state asked for. A test works in the window of the
 * test before, whose storage is empty again: a new one costs more than most of these tests.
 */
export const test = base.extend<{ openTable: (query?: string) => Promise<Page> }, Shared>({
  harnessUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern.
    async ({}, use) => {
      const server = await preview({
        ...{ configFile: false, root: harnessRoot, logLevel: 'error', build: { outDir: builtHarness() } },
        preview: { host: '127.0.0.1', port: 0 },
      })
      const [url = ''] = server.resolvedUrls?.local ?? []
      await use(url)
      await server.close()
    },
    { scope: 'worker' },
  ],
  keptPages: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const pages = new Map<string, Page>()
      await use(pages)
      for (const page of pages.values()) await page.context().close()
    },
    { scope: 'worker' },
  ],
  page: async ({ browser, keptPages, harnessUrl, viewport, hasTouch, isMobile }, use, testInfo) => {
    const isPageKept = !testInfo.annotations.some(({ type }) => type === ownPage.annotation.type)
    // What is not named here comes from the configuration, as for every new context.
    const kind = { viewport, hasTouch, isMobile }
    const key = JSON.stringify(kind)
    const kept = isPageKept ? keptPages.get(key) : undefined
    const page = kept ?? (await (await browser.newContext(kind)).newPage())
    if (kept) keptPages.delete(key)
    await use(page)
    if (isPageKept && testInfo.status === 'passed') {
      await emptyPage(page, { url: `${harnessUrl}empty.html`, viewport })
      keptPages.set(key, page)
    } else await page.context().close()
  },
  context: async ({ page }, use) => use(page.context()),
  openTable: async ({ page, harnessUrl }, use) => {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    await use(async (query = '') => {
      await page.goto(`${harnessUrl}?${query}`)
      await page.getByRole('grid', { name: '시험 기록' }).waitFor()
      if (!query.includes('rows=0')) await page.locator('[role=gridcell][data-row="0"]').first().waitFor()
      return page
    })
    base.expect(faults).toEqual([])
  },
})
export const { expect } = base

/** As a new window: nothing stored, permitted, emulated or listened to. */
async function emptyPage(
  page: Page,
  { url, viewport }: { url: string; viewport: { width: number; height: number } | null },
): Promise<void> {
  const context: BrowserContext = page.context()
  await Promise.all(context.pages().map((other) => (other === page ? Promise.resolve() : other.close())))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(url)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.removeAllListeners('pageerror', { behavior: 'ignoreErrors' })
  await context.clearPermissions()
  await page.emulateMedia({ colorScheme: null, media: null, reducedMotion: null })
  if (viewport) await page.setViewportSize(viewport)
  await page.mouse.move(0, 0)
}
