import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { doesStart, findChromium } from '../browsers/chromium.ts'
import { canInstallPackages, installPackages, runVisibly } from './debian-packages.ts'

const minute = 60_000

/**
 * Makes sure that a working Chromium exists: the system's, else Playwright's download, else
 * Debian's package. Prints which, and passes it to later steps as CHROMIUM_PATH. Returns false when
 * none is available.
 */
export function ensureChromium(): boolean {
  const path = findUsableChromium() ?? installFromPlaywright() ?? installFromDebian()
  if (!path) {
    console.error('No Chromium could be found or installed. Install chromium, or set CHROMIUM_PATH.')
    return false
  }
  process.env.CHROMIUM_PATH = path
  ensureKoreanFont()
  return true
}

function findUsableChromium(): string | undefined {
  const chromium = findChromium()
  if (!chromium || !doesStart(chromium.path)) return undefined
  console.log(`Chromium (${chromium.origin}): ${chromium.path}`)
  return chromium.path
}

function installFromPlaywright(): string | undefined {
  console.log('No Chromium on this machine: downloading the one of Playwright.')
  const cli = join(import.meta.dirname, '../../../node_modules/@playwright/test/cli.js')
  runVisibly([process.execPath, cli, 'install', 'chromium'], 5 * minute)
  const path = findUsableChromium()
  if (path || !canInstallPackages()) return path
  if (findChromium()) runVisibly([process.execPath, cli, 'install-deps', 'chromium'], 5 * minute)
  return findUsableChromium()
}

function installFromDebian(): string | undefined {
  if (!canInstallPackages()) return undefined
  console.log('Installing the chromium package of the distribution.')
  installPackages(['chromium'])
  return findUsableChromium()
}

/**
 * Without a Korean font every screenshot shows boxes and line heights differ. Best effort: the
 * tests read text, not pixels.
 */
function ensureKoreanFont(): void {
  const fonts = spawnSync('fc-list', [':lang=ko', 'family'], { encoding: 'utf8' })
  if (fonts.status === 0 && fonts.stdout.trim() !== '') return
  if (canInstallPackages()) installPackages(['fonts-noto-cjk'])
  else console.log('No Korean font found; install fonts-noto-cjk for readable screenshots.')
}
