import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const resultSchema = z.strictObject({
  id: z.string(),
  /** The test that failed, as `file › title`; null when none did. */
  noticedBy: z.string().nullable(),
  /** Whether `npm test` runs that test, or only `npm run test:all`. */
  depth: z.enum(['default', 'all']).nullable(),
  seconds: z.number(),
})
export type FaultResult = z.infer<typeof resultSchema>

const file = join(import.meta.dirname, 'results.json')

/** Results of the last runs, by fault. */
export function readResults(): FaultResult[] {
  return existsSync(file) ? z.array(resultSchema).parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}

/** Replaces older results and keeps only those of faults in `ids`, in that order. */
export function saveResults(fresh: readonly FaultResult[], ids: readonly string[]): void {
  const known = new Map([...readResults(), ...fresh].map((result) => [result.id, result]))
  const remaining = ids.flatMap((id) => known.get(id) ?? [])
  writeFileSync(file, `[\n${remaining.map((result) => `  ${JSON.stringify(result)}`).join(',\n')}\n]\n`)
}
