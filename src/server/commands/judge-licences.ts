import { z } from 'zod'

/** What of package-lock.json is read here; lockfileVersion 3. */
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({ version: z.string().optional(), license: z.string().optional(), dev: z.boolean().optional() }),
  ),
})

export interface JudgedLicences {
  /** How many packages that the product ships or runs on are under each. */
  readonly counts: ReadonlyMap<string, number>
  /** Those whose licence nobody has allowed, as `name@version licence`. */
  readonly refused: readonly string[]
}

/** Licences that ask for no more than being named: those of the house rule, and their kin that ask for less. */
const allowed = new Set([
  'MIT',
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

/** Packages that name no licence where the lock is made from, and what their own files say. */
const known: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

/** Judges what a package-lock.json installs for production. An expression of several (`MIT AND OFL-1.1`) is allowed if each is; of `A OR B` one is enough. */
export function judgeLicences(lockText: string): JudgedLicences {
  const { packages } = lockSchema.parse(JSON.parse(lockText))
  const counts = new Map<string, number>()
  const refused: string[] = []
  for (const [path, { version = '', license, dev }] of Object.entries(packages)) {
    if (path === '' || dev === true) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const licence = license ?? known[name] ?? 'unknown'
    counts.set(licence, (counts.get(licence) ?? 0) + 1)
    if (!isAllowed(licence)) refused.push(`${name}@${version} ${licence}`)
  }
  return { counts, refused }
}

function isAllowed(expression: string): boolean {
  const text = expression.replace(/^\((.*)\)$/, '$1')
  if (text.includes(' OR ')) return text.split(' OR ').some(isAllowed)
  return text.split(' AND ').every((licence) => allowed.has(licence.trim()))
}
