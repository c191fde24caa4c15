import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright'
import { visitorPaths } from '../../support/browsers/visitor-paths.ts'
import { openBenchOffice } from '../bench-office.ts'
import { type BenchRow, createBudgetRow } from '../bench-row.ts'

/**
 * Size of a visitor's first page, from the built app (`npm run build` comes first): JavaScript as
 * gzip and as brotli, style sheets as brotli whether external or inline, and the number of foreign
 * hosts. Each figure is that of the heaviest public page.
 */
export async function benchVisitorWeight({ browser }: { browser: Browser }): Promise<BenchRow[]> {
  const office = await openBenchOffice({ records: 0, distDir: join(import.meta.dirname, '../../../dist') })
  try {
    const visits: FirstVisit[] = []
    for (const path of visitorPaths) visits.push(await visit(browser, { url: office.url, path }))
    const createRow = (what: string, limit: number, measure: (first: FirstVisit) => number): BenchRow => {
      const [heaviest] = visits.toSorted((a, b) => measure(b) - measure(a))
      if (!heaviest) throw new Error('no page was visited')
      const goal = `≤ ${String(limit)} KB, most: ${heaviest.path}`
      return createBudgetRow({
        name: `visitor's first page, ${what}`,
        unit: 'KB',
        ours: measure(heaviest),
        goal,
        limit,
      })
    }
    return [
      createRow('JavaScript, gzip', 115, ({ scripts }) => measureKilobytes(scripts, gzipSync)),
      createRow('JavaScript, brotli', 110, ({ scripts }) => measureKilobytes(scripts, brotliCompressSync)),
      createRow('style sheets, brotli', 15, ({ sheets }) => measureKilobytes(sheets, brotliCompressSync)),
      createBudgetRow({
        name: "visitor's first page, other hosts that are asked",
        unit: 'count',
        goal: '0',
        limit: 0,
        ours: new Set(visits.flatMap(({ otherHosts }) => otherHosts)).size,
      }),
    ]
  } finally {
    await office.stop()
  }
}

interface FirstVisit {
  path: string
  scripts: readonly Uint8Array[]
  sheets: readonly Uint8Array[]
  otherHosts: readonly string[]
}

/**
 * In a fresh browser without the service worker, because its later downloads don't belong to the
 * page.
 */
async function visit(browser: Browser, { url, path }: { url: string; path: string }): Promise<FirstVisit> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    const urls = { script: new Set<string>(), stylesheet: new Set<string>() }
    const otherHosts: string[] = []
    page.on('request', (request) => {
      const { protocol, origin, host } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== url) otherHosts.push(host)
    })
    page.on('response', (response) => {
      const kind = response.request().resourceType()
      if (kind === 'script' || kind === 'stylesheet') urls[kind].add(response.url())
    })
    await page.goto(url + path, { waitUntil: 'networkidle' })
    const [scripts, files] = await Promise.all([fetchAllBytes(urls.script), fetchAllBytes(urls.stylesheet)])
    return { path, scripts, sheets: [...files, ...(await readSheets(page))], otherHosts }
  } finally {
    await context.close()
  }
}

async function readSheets(page: Page): Promise<Uint8Array[]> {
  const texts = await page.locator('style').allTextContents()
  return texts.map((text) => new TextEncoder().encode(text))
}

function measureKilobytes(files: readonly Uint8Array[], press: (bytes: Uint8Array) => Uint8Array): number {
  if (files.length === 0) throw new Error('the page brought no such file: nothing was measured')
  return files.reduce((sum, bytes) => sum + press(bytes).length, 0) / 1024
}

function fetchAllBytes(urls: ReadonlySet<string>): Promise<Uint8Array[]> {
  return Promise.all([...urls].map(fetchBytes))
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer())
}
