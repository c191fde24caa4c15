import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's packages for the two browsers. */
export const firefoxPackages = ['firefox-esr']
export const webKitPackages = ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb']

export interface FoundWebKit {
  driver: string
  /** A Python that can load WebKitGTK. */
  python: string
  xvfb: string
}

/** Path of Firefox, or why there is none. */
export function findFirefox(): string | { missing: string } {
  const path = findProgram(['firefox-esr', 'firefox'], doesStart)
  return path ?? { missing: 'found no Firefox that starts (package firefox-esr)' }
}

/** The parts of WebKitGTK, or which of them are missing. */
export function findWebKit(): FoundWebKit | { missing: string } {
  const driver = findProgram(['WebKitWebDriver'])
  const python = findProgram(['python3'], loadsWebKit)
  const xvfb = findProgram(['Xvfb'])
  if (driver && python && xvfb) return { driver, python, xvfb }
  const missing = [
    !driver && 'WebKitWebDriver (package webkit2gtk-driver)',
    !python && 'a Python with WebKitGTK (packages python3-gi and gir1.2-webkit2-4.1)',
    !xvfb && 'Xvfb (package xvfb)',
  ]
  return { missing: `found no ${missing.filter(Boolean).join(', no ')}` }
}

export function requireFirefox(): string {
  const found = findFirefox()
  if (typeof found !== 'string') throw new Error(found.missing)
  return found
}

export function requireWebKit(): FoundWebKit {
  const found = findWebKit()
  if ('missing' in found) throw new Error(found.missing)
  return found
}

/** Where Debian puts programs, also when a version manager comes first in PATH. */
const debianFolders = ['/usr/bin', '/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']

function findProgram(names: readonly string[], isUsable = (_path: string) => true): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...debianFolders]
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...new Set(paths)].find((path) => isExecutable(path) && isUsable(path))
}

/** Ubuntu's `firefox` without snap only looks like a browser. */
function doesStart(path: string): boolean {
  return spawnSync(path, ['--version'], { timeout: 60_000 }).status === 0
}

function loadsWebKit(python: string): boolean {
  const code = "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2"
  return spawnSync(python, ['-c', code], { timeout: 60_000 }).status === 0
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
