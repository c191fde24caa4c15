import { playwright } from '@vitest/browser-playwright'
import type { BrowserContextOptions } from 'playwright'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { chromiumArgs, chromiumEnv, findChromium } from '../support/browsers/chromium.ts'
import { testDepth } from '../support/runner/test-depth.ts'
import * as commands from './browser-commands.ts'

/**
 * Component tests in a real Chromium without a server: `*.browser.test.tsx` with a mouse on a
 * desktop, `*.touch.test.tsx` with touch on a tablet. Files are next to their component or, for the
 * data table and its surroundings, in tests/component. `exclude`: patterns of files left out of
 * this run.
 */
export function componentProject(exclude: string[]): TestProjectInlineConfiguration {
  return {
    extends: true,
    // Browsers have no environment variables.
    define: { 'process.env.TEST_DEPTH': JSON.stringify(testDepth === 'default' ? '' : testDepth) },
    // A package discovered while tests run makes Vite reload the page under them, so all are listed
    // here.
    optimizeDeps: { noDiscovery: true, include: packages },
    test: {
      name: 'component',
      exclude,
      testTimeout: 30_000,
      expect: { poll: { timeout: 10_000 } },
      isolate: false,
      maxWorkers: 2,
      setupFiles: ['tests/component/set-up.ts'],
      browser: {
        enabled: true,
        headless: true,
        ui: false,
        screenshotFailures: false,
        traceView: false,
        dependencySourcemaps: false,
        commands,
        instances: [
          {
            browser: 'chromium',
            name: 'component',
            include: ['{src,tests}/**/*.browser.test.{ts,tsx}'],
            viewport: desk,
            // Waiting for transitions costs time; the touch tests cover motion.
            provider: chromium({ viewport: desk, reducedMotion: 'reduce' }),
          },
          {
            browser: 'chromium',
            name: 'component-touch',
            include: ['{src,tests}/**/*.touch.test.{ts,tsx}'],
            viewport: tablet,
            provider: chromium({ viewport: tablet, hasTouch: true, isMobile: true }),
          },
        ],
      },
    },
  }
}

const packages = [
  '@base-ui/react/*',
  '@tanstack/query-sync-storage-persister',
  '@tanstack/react-query',
  '@tanstack/react-query-persist-client',
  '@tanstack/react-router',
  'axe-core',
  'dexie',
  'es-hangul',
  'ky',
  'lucide-react',
  'react',
  'react-dom',
  'react-dom/client',
  'react-dom/server',
  'react-virtuoso',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'valtio',
  'vitest-browser-react',
  'zod',
  'zod/mini',
]

const desk = { width: 1440, height: 900 }
const tablet = { width: 1024, height: 768 }

const executablePath = findChromium()?.path

function chromium(context: BrowserContextOptions) {
  return playwright({
    actionTimeout: 10_000,
    launchOptions: { args: chromiumArgs, env: chromiumEnv, ...(executablePath && { executablePath }) },
    contextOptions: {
      locale: 'ko-KR',
      timezoneId: 'Asia/Seoul',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...context,
    },
  })
}
