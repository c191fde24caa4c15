import { defineConfig } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '../support/chromium.ts'

/** Real Chromium against the real server and the built app (`npm run build` comes first). Each worker has an office of its own: two fill two cores. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../node_modules/.cache/e2e',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // A browser, a server and a database share two cores: one more try tells a starved machine from a broken rule. The report names what needed it.
  retries: 1,
  // Generous, for the same reason: what is right on a fast machine comes at once and costs nothing.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: chromiumPath(), args: chromiumArgs },
    // Recording every run doubles what a test costs the two cores.
    trace: 'on-first-retry',
  },
})
