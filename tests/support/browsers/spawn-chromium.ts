import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumArgs, chromiumEnv, requireChromium } from './chromium.ts'

/**
 * Starts Chromium as a separate process with its profile in `profile`, for tests that kill it or
 * use its debugging port. End it with `killChromium`.
 */
export function spawnChromium(profile: string): ChildProcess {
  rmSync(buildPortFilePath(profile), { force: true })
  return spawn(
    requireChromium(),
    [
      ...chromiumArgs,
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--lang=ko-KR',
      '--window-size=1440,900',
      'about:blank',
    ],
    { stdio: 'ignore', detached: true, env: chromiumEnv },
  )
}

/** Its debugging port on 127.0.0.1, once it listens. */
export async function readDebuggingPort(profile: string): Promise<number> {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    try {
      const [port] = readFileSync(buildPortFilePath(profile), 'utf8').split('\n')
      if (port) return Number(port)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error('Chromium did not open its debugging port')
}

/** kill -9 of the whole browser, so that nothing can be saved. */
export async function killChromium(child: ChildProcess | null): Promise<void> {
  if (!child?.pid || child.exitCode !== null) return
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // Kills the process group, because renderers must not outlive the browser and finish their work.
  process.kill(-child.pid, 'SIGKILL')
  await exited
}

function buildPortFilePath(profile: string): string {
  return join(profile, 'DevToolsActivePort')
}
