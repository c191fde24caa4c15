import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const resultSchema = z.strictObject({
  id: z.string(),
  /** The test that failed, as `file › title`; null: none did. */
  noticedBy: z.string().nullable(),
  /** Whether `npm test` runs that test, or only `npm run test:all`. */
  depth: z.enum(['default', 'all']).nullable(),
  seconds: z.number(),
})
export type FaultResult = z.infer<typeof resultSchema>

const file = join(import.meta.dirname, 'results.json')

/** What the last runs found, by fault. */
export function readResults(): FaultResult[] {
  return existsSync(file) ? z.array(resultSchema).parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}

/** Puts new results in the place of older ones; keeps those of faults in `ids` alone, in that order. */
export function keepResults(fresh: readonly FaultResult[], ids: readonly string[]): void {
  const known = new Map([...readResults(), ...fresh].map((result) => [result.id, result]))
  const kept = ids.flatMap((id) => known.get(id) ?? [])
  writeFileSync(file, `[\n${kept.map((result) => `  ${JSON.stringify(result)}`).join(',\n')}\n]\n`)
}
