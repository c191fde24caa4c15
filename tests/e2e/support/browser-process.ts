import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { killChromium, readDebuggingPort, spawnChromium } from '../../support/browsers/spawn-chromium.ts'
import { chooseTmpdir } from '../../support/runner/quick-tmpdir.ts'

/**
 * A browser of one person on one machine. Its profile outlives its process, so it can be killed and
 * reopened.
 */
export interface Machine {
  /** The profile folder on its disk. */
  readonly profile: string
  open(): Promise<{ context: BrowserContext; page: Page }>
  /** kill -9 of the whole browser, so that nothing can be saved. */
  kill(): Promise<void>
  remove(): Promise<void>
}

export function createMachine(): Machine {
  const profile = mkdtempSync(join(chooseTmpdir(), 'ongyeol-browser-'))
  const running = { child: null as ChildProcess | null }
  return {
    profile,
    async open() {
      running.child = spawnChromium(profile)
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${await readDebuggingPort(profile)}`)
      const context = browser.contexts()[0] ?? (await browser.newContext())
      const page = context.pages()[0] ?? (await context.newPage())
      await page.setViewportSize({ width: 1440, height: 900 })
      return { context, page }
    },
    async kill() {
      await killChromium(running.child)
      running.child = null
      rmSync(join(profile, 'SingletonLock'), { force: true })
    },
    async remove() {
      await this.kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
