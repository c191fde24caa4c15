import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumArgs, chromiumPath } from './chromium.ts'

/**
 * Chromium as a process of its own with its profile in the folder `profile`, for what has to end it, or drives it over its debugging port. End it by `killChromium`.
 */
export function spawnChromium(profile: string): ChildProcess {
  rmSync(portFile(profile), { force: true })
  return spawn(
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
}

/** The port of 127.0.0.1 on which it listens for debuggers, once it does. */
export async function debuggingPort(profile: string): Promise<number> {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    try {
      const [port] = readFileSync(portFile(profile), 'utf8').split('\n')
      if (port) return Number(port)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error('Chromium did not open its debugging port')
}

/** kill -9 of the whole browser: nothing gets a chance to save. */
export async function killChromium(child: ChildProcess | null): Promise<void> {
  if (!child?.pid || child.exitCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // The whole process group: renderers must not outlive the browser and finish what it began.
  process.kill(-child.pid, 'SIGKILL')
  await gone
}

function portFile(profile: string): string {
  return join(profile, 'DevToolsActivePort')
}
