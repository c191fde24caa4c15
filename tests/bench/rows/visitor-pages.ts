import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killChromium, readDebuggingPort, spawnChromium } from '../../support/browsers/spawn-chromium.ts'
import { visitorPaths } from '../../support/browsers/visitor-paths.ts'
import { openBenchOffice } from '../bench-office.ts'
import { type BenchRow, createBudgetRow, median } from '../bench-row.ts'

/**
 * Lighthouse scores of the public pages on a first visit. Each page is measured `rounds` times and
 * counts with the median; the worst page counts. Needs the built app (`npm run build`). When a
 * budget is missed, prints the audits that cost points.
 */
export async function benchVisitorPages({ rounds }: { rounds: number }): Promise<BenchRow[]> {
  const office = await openBenchOffice({ records: 0, distDir: join(import.meta.dirname, '../../../dist') })
  const profile = mkdtempSync(join(tmpdir(), 'ongyeol-bench-browser-'))
  const chromium = spawnChromium(profile)
  try {
    const target = { url: office.url, port: await readDebuggingPort(profile), rounds }
    return [...(await benchDevice(target, 'mobile')), ...(await benchDevice(target, 'desktop'))]
  } finally {
    await killChromium(chromium)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    await office.stop()
  }
}

/** `PAGES=/,/about` measures only these pages. */
const pageNames = process.env['PAGES']?.split(',')
const paths = visitorPaths.filter((path) => pageNames === undefined || pageNames.includes(path))

export type Device = 'mobile' | 'desktop'

/** What Lighthouse reports of a page, as far as the bench reads it. */
export interface Report {
  readonly categories: Readonly<
    Record<string, { id: string; score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >
  readonly audits: Readonly<Record<string, { score: number | null; numericValue?: number; displayValue?: string }>>
}

/** One page load in the browser at this port; throws when Lighthouse could not record it. */
export type MeasurePage = (url: string, run: { port: number; device: Device }) => Promise<Report>

/** Not a literal, because its types are there only after `npm run bench` installed the peers. */
const lighthousePeer: string = '../peers/lighthouse.ts'

interface AuditFigure {
  name: string
  unit: BenchRow['unit']
  limit: number
  /** `limit` is the least allowed value instead of the greatest. */
  isMinimum: boolean
  read(result: Report): number
}

const figures: readonly AuditFigure[] = [
  ...(['performance', 'accessibility', 'best-practices', 'seo'] as const).map((category) => ({
    name: category,
    unit: '%' as const,
    limit: 100,
    isMinimum: true,
    read: (result: Report) => (result.categories[category]?.score ?? 0) * 100,
  })),
  {
    name: 'LCP',
    unit: 'ms',
    limit: 1000,
    isMinimum: false,
    read: (result) => readAudit(result, 'largest-contentful-paint'),
  },
  {
    name: 'CLS',
    unit: 'count',
    limit: 0,
    isMinimum: false,
    read: (result) => readAudit(result, 'cumulative-layout-shift'),
  },
]

async function benchDevice(target: { url: string; port: number; rounds: number }, device: Device): Promise<BenchRow[]> {
  const measured = new Map<string, readonly Report[]>()
  for (const path of paths) measured.set(path, await visit(target, { path, device }))
  return figures.map((figure) => {
    const byPage = [...measured].map(([path, results]) => ({ path, value: median(results.map(figure.read)) }))
    const worst = byPage.toSorted((a, b) => (figure.isMinimum ? a.value - b.value : b.value - a.value))[0]
    if (!worst) throw new Error('no page was measured')
    return createBudgetRow({
      name: `public pages, Lighthouse ${device}, ${figure.name}`,
      unit: figure.unit,
      limit: figure.limit,
      goal: `${figure.isMinimum ? '' : '≤ '}${figure.limit}, worst: ${worst.path}`,
      ours: worst.value,
      isMinimum: figure.isMinimum,
    })
  })
}

/** Measures one page, and prints its figures and the audits that cost points. */
async function visit(
  target: { url: string; port: number; rounds: number },
  { path, device }: { path: string; device: Device },
): Promise<readonly Report[]> {
  // The server renders and compresses a page once, for its first visitor after a start.
  await fetch(target.url + path)
  const results: Report[] = []
  for (let round = 0; round < target.rounds; round += 1) results.push(await run(target, { path, device }))
  const values = figures.map((figure) => ({ ...figure, value: median(results.map(figure.read)) }))
  const summary = values.map(({ name, value }) => `${name} ${Math.round(value * 1000) / 1000}`).join(', ')
  console.log(`${device} ${path}: ${summary}`)
  const missesBudget = values.some(({ value, limit, isMinimum }) => (isMinimum ? value < limit : value > limit))
  if (missesBudget) for (const line of new Set(results.flatMap(listFailedAudits))) console.log(`  ${line}`)
  return results
}

/** Repeats a page load that Lighthouse could not record. */
async function run(
  { url, port }: { url: string; port: number },
  { path, device }: { path: string; device: Device },
): Promise<Report> {
  const { measurePage } = (await import(lighthousePeer)) as { measurePage: MeasurePage }
  const failures: string[] = []
  while (failures.length < 3) {
    try {
      return await measurePage(url + path, { port, device })
    } catch (error) {
      failures.push(String(error))
    }
  }
  throw new Error(`${path} was not measured: ${failures.join(', ')}`)
}

function readAudit(result: Report, audit: string): number {
  return result.audits[audit]?.numericValue ?? Number.NaN
}

/** Failed audits that count, with the details Lighthouse gives. */
function listFailedAudits(result: Report): string[] {
  return Object.values(result.categories).flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter(({ weight }) => weight > 0)
      .flatMap((ref) => {
        const audit = result.audits[ref.id]
        if (!audit || audit.score === null || audit.score >= 1) return []
        return [`${id}: ${ref.id} ${audit.displayValue ?? ''} (${audit.score})`]
      }),
  )
}
