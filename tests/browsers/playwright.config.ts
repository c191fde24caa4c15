import { defineConfig } from '@playwright/test'
import type { Engine } from './support/test.ts'

/**
 * The stories in Firefox and WebKitGTK, against the built app (`npm run build` comes first).
 * Playwright runs the tests; it drives none of these browsers.
 */
export default defineConfig<object, { engine: Engine }>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: '../e2e/support/office-templates.ts',
  outputDir: '../../node_modules/.cache/browsers',
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // Every story starts a browser with an empty profile, and copies the office to it.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  projects: [
    { name: 'firefox', use: { engine: 'firefox' } },
    { name: 'webkit', use: { engine: 'webkit' } },
  ],
})
