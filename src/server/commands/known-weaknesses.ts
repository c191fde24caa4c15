import { z } from 'zod'

/** The part of `npm audit --json` (npm 7 and later) that is read here. */
const answerSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.looseObject({ severity: z.string(), isDirect: z.boolean(), range: z.string() }),
  ),
})

export type KnownWeaknesses =
  | { readonly kind: 'known'; readonly found: readonly string[] }
  | { readonly kind: 'unanswered' }

/**
 * Vulnerabilities that the registry knows, direct dependencies first, as `name range (severity)`.
 * `unanswered`: the registry did not answer, which says nothing about the packages.
 */
export function readWeaknesses(answer: string): KnownWeaknesses {
  const parsed = answerSchema.safeParse(jsonOf(answer))
  if (!parsed.success) return { kind: 'unanswered' }
  const entries = Object.entries(parsed.data.vulnerabilities)
  const found = entries
    .toSorted(([, a], [, b]) => Number(b.isDirect) - Number(a.isDirect))
    .map(([name, { range, severity }]) => `${name} ${range} (${severity})`)
  return { kind: 'known', found }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
