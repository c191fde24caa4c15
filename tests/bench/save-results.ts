import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { BenchRow } from './bench-row.ts'

const file = join(import.meta.dirname, 'results.json')

/**
 * Writes results.json. A part run alone replaces its own lines and keeps the others as measured
 * before.
 */
export function saveResults(run: {
  rows: readonly BenchRow[]
  records: number
  rounds: number
  browser: string
  isWhole: boolean
}): void {
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', node: process.version, browser: run.browser }
  const measured = new Set(run.rows.map(buildRowKey))
  const others = run.isWhole ? [] : (JSON.parse(readFileSync(file, 'utf8')) as { rows: BenchRow[] }).rows
  const results = {
    date: new Date().toISOString().slice(0, 10),
    records: run.records,
    rounds: run.rounds,
    machine,
    rows: [...others.filter((row) => !measured.has(buildRowKey(row))), ...run.rows],
  }
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
}

function buildRowKey({ name, peerName }: BenchRow): string {
  return `${name}|${peerName}`
}
