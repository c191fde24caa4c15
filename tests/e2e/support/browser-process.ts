import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumArgs, chromiumPath } from '../../support/chromium.ts'

/** A browser of one person on one machine: its profile outlives its process, so it can be killed and opened again. */
export interface Machine {
  open(): Promise<{ context: BrowserContext; page: Page }>
  /** kill -9 of the whole browser: nothing gets a chance to save. */
  kill(): Promise<void>
  remove(): Promise<void>
}

export function createMachine(): Machine {
  const profile = mkdtempSync(join(tmpdir(), 'ongyeol-browser-'))
  const running = { child: null as ChildProcess | null }
  return {
    async open() {
      rmSync(join(profile, 'DevToolsActivePort'), { force: true })
      running.child = spawn(
        chromiumPath(),
        [
          ...chromiumArgs,
          '--headless=new',
          '--remote-debugging-port=0',
          `--user-data-dir=${profile}`,
          '--lang=ko-KR',
          '--window-size=1440,900',
          'about:blank',
        ],
        { stdio: 'ignore', detached: true },
      )
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${await debuggingPort(profile)}`)
      const context = browser.contexts()[0] ?? (await browser.newContext())
      const page = context.pages()[0] ?? (await context.newPage())
      await page.setViewportSize({ width: 1440, height: 900 })
      return { context, page }
    },
    async kill() {
      const { child } = running
      if (!child?.pid || child.exitCode !== null) return
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      // The whole process group: renderers must not outlive the browser and finish what it began.
      process.kill(-child.pid, 'SIGKILL')
      await gone
      rmSync(join(profile, 'SingletonLock'), { force: true })
    },
    async remove() {
      await this.kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

async function debuggingPort(profile: string): Promise<string> {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    try {
      const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
      if (port) return port
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error('Chromium did not open its debugging port')
}
