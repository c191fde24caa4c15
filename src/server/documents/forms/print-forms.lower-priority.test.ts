import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openPrinter } from './print-forms.ts'

/**
 * The ids of this process's threads at the lowest priority. Outside Linux there are none, and no
 * priority is lowered.
 */
function listLowThreads(): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/task').filter((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]) === 19
  })
}

test('only the printing thread runs at low priority', async () => {
  // A thread of an earlier test may still be ending.
  const before = new Set(listLowThreads())
  const printer = openPrinter()
  await printer.print([], { title: '등본', author: '시연용', createdAt: '2026-11-20T00:00:00Z' })
  const added = listLowThreads().filter((thread) => !before.has(thread))
  expect(added).toHaveLength(process.platform === 'linux' ? 1 : 0)
  await printer.close()
})
