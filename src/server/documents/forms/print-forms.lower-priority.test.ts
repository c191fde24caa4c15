import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openPrinter } from './print-forms.ts'

/**
 * The nice values of this process's threads. Outside Linux there are none, and no priority is
 * lowered.
 */
function listNicenesses(): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })
}

test('only the printing thread runs at low priority', async () => {
  const before = listNicenesses().filter((niceness) => niceness === 19).length
  const printer = openPrinter()
  await printer.print([], { title: '등본', author: '시연용', createdAt: '2026-11-20T00:00:00Z' })
  const behind = listNicenesses().filter((niceness) => niceness === 19).length
  expect(behind - before).toBe(process.platform === 'linux' ? 1 : 0)
  await printer.close()
})
