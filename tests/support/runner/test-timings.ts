import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const file = join(import.meta.dirname, '../../../node_modules/.cache/test-timings.json')
const keptRuns = 20

/** Seconds of the last successful runs on this machine, by step. */
const timingsSchema = z.record(z.string(), z.array(z.number()))

/** A text such as `+12 % to the median of 5 runs`, or empty while there are too few runs. */
export function compareWithEarlier(name: string, seconds: number): string {
  const earlier = (readTimings()[name] ?? []).toSorted((value, other) => value - other)
  const median = earlier[Math.floor(earlier.length / 2)]
  if (earlier.length < 3 || !median) return ''
  const percent = Math.round((seconds / median - 1) * 100)
  return `${percent < 0 ? '' : '+'}${percent} % to the median of ${earlier.length} runs`
}

export function recordTimings(steps: readonly { name: string; seconds: number }[]): void {
  const timings = readTimings()
  for (const { name, seconds } of steps)
    timings[name] = [...(timings[name] ?? []), Math.round(seconds * 10) / 10].slice(-keptRuns)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(timings))
}

function readTimings(): Record<string, number[]> {
  if (!existsSync(file)) return {}
  return timingsSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? {}
}
