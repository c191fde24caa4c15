import { spawnSync } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

export interface FoundChromium {
  path: string
  origin: 'CHROMIUM_PATH' | 'system' | 'playwright'
}

/**
 * Chromium honors only the last `--disable-features`, so this repeats Playwright's own list
 * (1.65). The last two features render address bar suggestions as a web page that every window
 * loads at start, which takes two thirds of the time of a test's context.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'LensOverlay',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/**
 * Arguments for every Chromium in tests: no sandbox (tests may run as root) and no background
 * traffic.
 */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
]

/** In the C locale, Chromium saves a file with a Korean name as `download`. */
export const chromiumEnv = { ...process.env, LC_ALL: 'C.UTF-8' }

/**
 * Path of the Chromium for tests, for Playwright's `executablePath`. Throws when there is none;
 * `npm test` makes sure there is one.
 */
export function requireChromium(): string {
  const installed = findChromium()
  if (!installed) throw new Error('No Chromium found: run `npm test`, which installs one, or set CHROMIUM_PATH')
  return installed.path
}

export function findChromium(): FoundChromium | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) return { path: named, origin: 'CHROMIUM_PATH' }
  const onPath = findSystemChromium()
  if (onPath) return { path: onPath, origin: 'system' }
  const downloaded = chromium.executablePath()
  return isExecutable(downloaded) ? { path: downloaded, origin: 'playwright' } : undefined
}

/**
 * False for something that only looks like a browser: Ubuntu's stub without snap, or a download
 * whose libraries are missing.
 */
export function doesStart(path: string): boolean {
  return spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}

function findSystemChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => isExecutable(path) && doesStart(path))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
