import type { Browser } from 'playwright'
import { z } from 'zod'

const periodMs = 12

/**
 * Lets the pages of this browser, with their workers, run only in one of `times` periods, until
 * `stop` is called. The DevTools protocol slows down page threads only, not workers.
 */
export async function slowDownPages(browser: Browser, times: number): Promise<{ stop(): void }> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = processesSchema.parse(await session.send('SystemInfo.getProcessInfo'))
  await session.detach()
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids) process.kill(pid, name)
  }
  let isOver = false
  const step = (isRunning: boolean) => {
    if (isOver) return
    signal(isRunning ? 'SIGCONT' : 'SIGSTOP')
    setTimeout(step, isRunning ? periodMs : periodMs * (times - 1), !isRunning)
  }
  step(true)
  return {
    stop: () => {
      isOver = true
      signal('SIGCONT')
    },
  }
}

const processesSchema = z.object({ processInfo: z.array(z.object({ type: z.string(), id: z.int() })) })
