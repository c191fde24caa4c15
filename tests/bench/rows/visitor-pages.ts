import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse, { type Config, desktopConfig, type Flags, type Result } from 'lighthouse'
import { killChromium, readDebuggingPort, spawnChromium } from '../../support/browsers/spawn-chromium.ts'
import { visitorPaths } from '../../support/browsers/visitor-paths.ts'
import { openBenchOffice } from '../bench-office.ts'
import { type BenchRow, budgetRow, median } from '../bench-row.ts'

/**
 * Lighthouse scores of every public page on a first visit, as the median of `rounds` runs of the
 * worst page: the built app (`npm run build` comes first), the real server, and a really throttled
 * network and CPU (`devtools`) rather than simulated ones. Mobile is Lighthouse's own slow 4G:
 * every request waits 0.56 s, the CPU is four times slower. Lighthouse's desktop preset has no
 * throttled network under `devtools`; ours gets its dense 4G by Lighthouse's own factors (3.75 ×
 * RTT, 0.9 × throughput). When a budget is missed, prints the pages and the audits that cost
 * points. `PAGES=/,/about` measures only these.
 */
export async function benchVisitorPages({ rounds }: { rounds: number }): Promise<BenchRow[]> {
  const office = await openBenchOffice({ records: 0, distDir: join(import.meta.dirname, '../../../dist') })
  const profile = mkdtempSync(join(tmpdir(), 'ongyeol-bench-browser-'))
  const chromium = spawnChromium(profile)
  try {
    const place = { url: office.url, port: await readDebuggingPort(profile), rounds }
    return [...(await benchDevice(place, 'mobile')), ...(await benchDevice(place, 'desktop'))]
  } finally {
    await killChromium(chromium)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    await office.stop()
  }
}

const pageNames = process.env['PAGES']?.split(',')
const paths = visitorPaths.filter((path) => pageNames === undefined || pageNames.includes(path))

type Device = 'mobile' | 'desktop'

const presets: Record<Device, Config | undefined> = {
  mobile: undefined,
  desktop: {
    ...desktopConfig,
    settings: {
      ...desktopConfig.settings,
      throttling: {
        ...desktopConfig.settings?.throttling,
        requestLatencyMs: 40 * 3.75,
        downloadThroughputKbps: 10_240 * 0.9,
        uploadThroughputKbps: 10_240 * 0.9,
      },
    },
  },
}

interface AuditFigure {
  name: string
  unit: BenchRow['unit']
  limit: number
  /** Larger is better. */
  isFloor: boolean
  of(result: Result): number
}

const figures: readonly AuditFigure[] = [
  ...(['performance', 'accessibility', 'best-practices', 'seo'] as const).map((category) => ({
    name: category,
    unit: '%' as const,
    limit: 100,
    isFloor: true,
    of: (result: Result) => (result.categories[category]?.score ?? 0) * 100,
  })),
  {
    name: 'LCP',
    unit: 'ms',
    limit: 1000,
    isFloor: false,
    of: (result) => readAudit(result, 'largest-contentful-paint'),
  },
  {
    name: 'CLS',
    unit: 'count',
    limit: 0,
    isFloor: false,
    of: (result) => readAudit(result, 'cumulative-layout-shift'),
  },
]

async function benchDevice(place: { url: string; port: number; rounds: number }, device: Device): Promise<BenchRow[]> {
  const measured = new Map<string, readonly Result[]>()
  for (const path of paths) measured.set(path, await visit(place, { path, device }))
  return figures.map((figure) => {
    const byPage = [...measured].map(([path, results]) => ({ path, value: median(results.map(figure.of)) }))
    const worst = byPage.toSorted((a, b) => (figure.isFloor ? a.value - b.value : b.value - a.value))[0]
    if (!worst) throw new Error('no page was measured')
    return budgetRow({
      name: `public pages, Lighthouse ${device}, ${figure.name}`,
      unit: figure.unit,
      limit: figure.limit,
      goal: `${figure.isFloor ? '' : '≤ '}${figure.limit}, worst: ${worst.path}`,
      ours: worst.value,
      isFloor: figure.isFloor,
    })
  })
}

/** Runs one page; prints at once what cost it points. */
async function visit(
  place: { url: string; port: number; rounds: number },
  { path, device }: { path: string; device: Device },
): Promise<readonly Result[]> {
  // The server renders and compresses a page once, for its first visitor after a start.
  await fetch(place.url + path)
  const results: Result[] = []
  for (let round = 0; round < place.rounds; round += 1) results.push(await run(place, { path, device }))
  const values = figures.map((figure) => ({ ...figure, value: median(results.map(figure.of)) }))
  const summary = values.map(({ name, value }) => `${name} ${Math.round(value * 1000) / 1000}`).join(', ')
  console.log(`${device} ${path}: ${summary}`)
  const isShort = values.some(({ value, limit, isFloor }) => (isFloor ? value < limit : value > limit))
  if (isShort) for (const line of new Set(results.flatMap(lostPoints))) console.log(`  ${line}`)
  return results
}

/** Repeats a page load that Lighthouse could not record. */
async function run(
  { url, port }: { url: string; port: number },
  { path, device }: { path: string; device: Device },
): Promise<Result> {
  const failures: string[] = []
  while (failures.length < 3) {
    const report = await lighthouse(url + path, { ...flags, port }, presets[device])
    if (report && !report.lhr.runtimeError) return report.lhr
    failures.push(report?.lhr.runtimeError?.message ?? 'no result')
  }
  throw new Error(`${path} was not measured: ${failures.join(', ')}`)
}

const flags: Flags = {
  logLevel: 'error',
  output: 'json',
  throttlingMethod: 'devtools',
  onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  disableFullPageScreenshot: true,
}

function readAudit(result: Result, audit: string): number {
  return result.audits[audit]?.numericValue ?? Number.NaN
}

/** Failed audits that count, with the details Lighthouse gives. */
function lostPoints(result: Result): string[] {
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
