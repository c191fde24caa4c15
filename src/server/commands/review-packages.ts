import { z } from 'zod'

/** The part of package-lock.json (lockfileVersion 3) that is read here. */
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({ version: z.string().optional(), license: z.string().optional(), dev: z.boolean().optional() }),
  ),
})

interface LicenseReview {
  /** Number of production packages per license. */
  readonly counts: ReadonlyMap<string, number>
  /** Packages under a license that is not allowed, as `name@version license`. */
  readonly refused: readonly string[]
}

/** Permissive licenses that ask for attribution at most. */
const allowedLicenses = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'OFL-1.1',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'PSF-2.0',
])

/** Packages without a license in the lock file, with the license that their own files state. */
const statedLicenses: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

/**
 * Checks the licenses of what a package-lock.json installs for production. `A AND B` is allowed if
 * both are, `A OR B` if one is.
 */
export function reviewLicenses(lockText: string): LicenseReview {
  const { packages } = lockSchema.parse(JSON.parse(lockText))
  const counts = new Map<string, number>()
  const refused: string[] = []
  for (const [path, { version = '', license, dev }] of Object.entries(packages)) {
    if (path === '' || dev === true) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const terms = license ?? statedLicenses[name] ?? 'unknown'
    counts.set(terms, (counts.get(terms) ?? 0) + 1)
    if (!isAllowed(terms)) refused.push(`${name}@${version} ${terms}`)
  }
  return { counts, refused }
}

function isAllowed(expression: string): boolean {
  const text = expression.replace(/^\((.*)\)$/, '$1')
  if (text.includes(' OR ')) return text.split(' OR ').some(isAllowed)
  return text.split(' AND ').every((license) => allowedLicenses.has(license.trim()))
}

/** The part of `npm audit --json` (npm 7 and later) that is read here. */
const auditReportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.looseObject({ severity: z.string(), isDirect: z.boolean(), range: z.string() }),
  ),
})

type AuditResult = { readonly kind: 'known'; readonly findings: readonly string[] } | { readonly kind: 'unanswered' }

/**
 * Vulnerabilities that the registry knows, direct dependencies first, as `name range (severity)`.
 * `unanswered`: the registry did not respond, which says nothing about the packages.
 */
export function readVulnerabilities(report: string): AuditResult {
  const parsed = auditReportSchema.safeParse(parseJson(report))
  if (!parsed.success) return { kind: 'unanswered' }
  const vulnerabilities = Object.entries(parsed.data.vulnerabilities)
  const findings = vulnerabilities
    .toSorted(([, a], [, b]) => Number(b.isDirect) - Number(a.isDirect))
    .map(([name, { range, severity }]) => `${name} ${range} (${severity})`)
  return { kind: 'known', findings }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
