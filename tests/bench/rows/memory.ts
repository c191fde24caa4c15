import { execFileSync } from 'node:child_process'
import type { Browser, CDPSession, Page } from 'playwright'
import { z } from 'zod'
import type { BenchOffice } from '../bench-office.ts'
import { type BenchRow, createBudgetRow } from '../bench-row.ts'
import { openWholeApp } from '../whole-app.ts'

/**
 * What an idle office takes in memory: the server and its worker process as the system counts them
 * (resident, without PostgreSQL), and the page and its offline worker with every case on the device
 * and the case book open (heap after a collection, with array buffers).
 */
export async function benchMemory(run: {
  browser: Browser
  office: BenchOffice
  records: number
}): Promise<BenchRow[]> {
  const { page, close } = await openWholeApp(run, { viewport: { width: 1440, height: 900 } })
  try {
    const heaps = await measureHeaps(page)
    const processes = measureProcesses(run.office.pid)
    const createRow = (name: string, ours: number, limit: number) =>
      createBudgetRow({ name: `memory: ${name}`, unit: 'MB', ours, goal: `≤ ${String(limit)} MB`, limit })
    return [
      createRow('server, idle', processes.server, 250),
      createRow('worker process, idle', processes.worker, 200),
      createRow(`page with ${String(run.records)} cases open`, heaps.page, 150),
      createRow(`offline worker with ${String(run.records)} cases`, heaps.worker, 150),
    ]
  } finally {
    await close()
  }
}

const heapSchema = z.object({ usedSize: z.number(), embedderHeapUsedSize: z.number(), backingStorageSize: z.number() })

/** Heaps in MB of a page and of its offline worker after a collection, with array buffers. */
export async function measureHeaps(page: Page): Promise<{ page: number; worker: number }> {
  const session = await page.context().newCDPSession(page)
  const workers: string[] = []
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') workers.push(sessionId)
  })
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  const heaps: number[] = []
  for (const sessionId of workers) {
    await callWorker(session, { sessionId, method: 'HeapProfiler.collectGarbage' })
    heaps.push(toMegabytes(await callWorker(session, { sessionId, method: 'Runtime.getHeapUsage' })))
  }
  await session.send('HeapProfiler.collectGarbage')
  // The offline worker holds the records; the others are small.
  return { page: toMegabytes(await session.send('Runtime.getHeapUsage')), worker: Math.max(...heaps) }
}

let calls = 0

/** Calls a method of the DevTools protocol in a worker, which Playwright has no session for. */
async function callWorker(
  session: CDPSession,
  { sessionId, method }: { sessionId: string; method: string },
): Promise<unknown> {
  calls += 1
  const id = calls
  const responded = new Promise<unknown>((resolve) => {
    session.on('Target.receivedMessageFromTarget', ({ message }) => {
      const response = z.object({ id: z.int().optional(), result: z.unknown().optional() }).parse(JSON.parse(message))
      if (response.id === id) resolve(response.result)
    })
  })
  await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
  return await responded
}

function toMegabytes(heap: unknown): number {
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = heapSchema.parse(heap)
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / 2 ** 20
}

/** The server has one child that runs Node: its worker. */
function measureProcesses(serverPid: number): { server: number; worker: number } {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' }).split('\n')
  const processes = lines.map((line) => /^ *(\d+) +(\d+) +(\d+) (.*)$/.exec(line)?.slice(1) ?? [])
  const measure = (isIt: (pid: number, parent: number, command: string) => boolean) => {
    const found = processes.find(([pid, parent, , command = '']) => isIt(Number(pid), Number(parent), command))
    return Number(found?.[2]) / 1024
  }
  return {
    server: measure((pid) => pid === serverPid),
    worker: measure((_pid, parent, command) => parent === serverPid && command.includes('worker')),
  }
}
