import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { openBenchOffice } from '../bench-office.ts'
import { budgetRow, type BenchRow } from '../bench-row.ts'

/** JavaScript that a visitor's first page brings along, gzip, from the built app (`npm run build` comes first). */
export async function benchVisitorWeight({ browser }: { browser: Browser }): Promise<BenchRow[]> {
  const office = await openBenchOffice({ records: 0, distDir: join(import.meta.dirname, '../../../dist') })
  const context = await browser.newContext({ serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    const scripts = new Set<string>()
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.add(response.url())
    })
    await page.goto(office.url, { waitUntil: 'networkidle' })
    const sizes = await Promise.all([...scripts].map(async (url) => gzipSync(await bytesOf(url)).length))
    const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1024
    return [
      budgetRow({
        name: "visitor's first page, JavaScript, gzip",
        unit: 'KB',
        ours: kilobytes,
        goal: '≤ 115 KB',
        limit: 115,
      }),
    ]
  } finally {
    await context.close()
    await office.stop()
  }
}

async function bytesOf(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer())
}
