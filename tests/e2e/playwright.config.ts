import { defineConfig } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '../support/chromium.ts'

/** Real Chromium against the real server and the built app (`npm run build` comes first). Each worker has an office of its own: two fill two cores. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  ...(process.env['E2E_PROCESSES'] === undefined && { globalSetup: './support/office-templates.ts' }),
  outputDir: '../../node_modules/.cache/e2e',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // Generous, because a browser, a server and a database share two cores: what is right on a fast machine comes at once and costs nothing.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    viewport: { width: 1440, height: 900 },
    // Recording doubles what a test costs the two cores: `--trace on` where one failed.
    trace: 'off',
    // Waiting for transitions costs time, and what fades in has no contrast yet. Component tests with a finger see motion.
    contextOptions: { reducedMotion: 'reduce' },
    // A worker stores 164 files on every new device. Stories about what a device keeps say `@offline` in their title, or `test.use({ serviceWorkers: 'allow' })` for a whole file.
    serviceWorkers: 'block',
  },
  projects: [{ name: 'chromium', use: { launchOptions: { executablePath: chromiumPath(), args: chromiumArgs } } }],
})
