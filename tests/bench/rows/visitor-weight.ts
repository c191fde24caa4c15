import { brotliCompressSync, gzipSync } from 'node:zlib'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { openBenchOffice } from '../bench-office.ts'
import { budgetRow, type BenchRow } from '../bench-row.ts'

/** What a visitor's first page brings along, from the built app (`npm run build` comes first): JavaScript as gzip and as brotli, style sheets as brotli. */
export async function benchVisitorWeight({ browser }: { browser: Browser }): Promise<BenchRow[]> {
  const office = await openBenchOffice({ records: 0, distDir: join(import.meta.dirname, '../../../dist') })
  const context = await browser.newContext({ serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    const addresses = { script: new Set<string>(), stylesheet: new Set<string>() }
    page.on('response', (response) => {
      const kind = response.request().resourceType()
      if (kind === 'script' || kind === 'stylesheet') addresses[kind].add(response.url())
    })
    await page.goto(office.url, { waitUntil: 'networkidle' })
    const [scripts, sheets] = await Promise.all([addresses.script, addresses.stylesheet].map(bytesOfAll))
    const name = (what: string) => `visitor's first page, ${what}`
    const shared = { unit: 'KB' } as const
    const budget = (limit: number) => ({ goal: `≤ ${String(limit)} KB`, limit })
    return [
      budgetRow({ ...shared, ...budget(115), name: name('JavaScript, gzip'), ours: kilobytes(scripts, gzipSync) }),
      budgetRow({
        ...shared,
        ...budget(110),
        name: name('JavaScript, brotli'),
        ours: kilobytes(scripts, brotliCompressSync),
      }),
      budgetRow({
        ...shared,
        ...budget(15),
        name: name('style sheets, brotli'),
        ours: kilobytes(sheets, brotliCompressSync),
      }),
    ]
  } finally {
    await context.close()
    await office.stop()
  }
}

function kilobytes(files: readonly Uint8Array[] = [], press: (bytes: Uint8Array) => Uint8Array): number {
  if (files.length === 0) throw new Error('the page brought no such file: nothing was measured')
  return files.reduce((sum, bytes) => sum + press(bytes).length, 0) / 1024
}

function bytesOfAll(addresses: ReadonlySet<string>): Promise<Uint8Array[]> {
  return Promise.all([...addresses].map(bytesOf))
}

async function bytesOf(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer())
}
