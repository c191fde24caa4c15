import { defineConfig } from '@playwright/test'
import { chromiumArgs, chromiumEnv, requireChromium } from '../support/browsers/chromium.ts'

/**
 * Real Chromium against the real server and the built app (`npm run build` comes first). Each
 * worker has a separate office; two workers use two cores.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  ...(process.env['E2E_PROCESSES'] === undefined && { globalSetup: './support/office-templates.ts' }),
  outputDir: '../../node_modules/.cache/e2e',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // Generous, because browser, server and database share two cores; passing tests end as soon as
  // their conditions hold.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    viewport: { width: 1440, height: 900 },
    // Recording doubles the cost of a test; use `--trace on` for a failed one.
    trace: 'off',
    // Waiting for transitions costs time, and content that is fading in has no contrast yet.
    // Component touch tests cover motion.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker stores 164 files on every new device. Tests about offline storage have
    // `@offline` in their title, or `test.use({ serviceWorkers: 'allow' })` for a whole file.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'chromium',
      use: { launchOptions: { executablePath: requireChromium(), args: chromiumArgs, env: chromiumEnv } },
    },
  ],
})
