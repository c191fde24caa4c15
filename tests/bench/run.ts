import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { build } from 'vite'
import { chromiumArgs, chromiumPath } from '../support/chromium.ts'
import { openBenchOffice } from './bench-office.ts'
import { printRows, type BenchRow } from './bench-row.ts'
import { benchExcelExport } from './rows/excel-export.ts'
import { benchListEndpoint } from './rows/list-endpoint.ts'
import { benchOfflineCopy } from './rows/offline-copy.ts'
import { benchVisitorWeight } from './rows/visitor-weight.ts'

/**
 * `npm run bench`: the budgets of design §7 that can be measured by now, beside RxDB (Dexie storage) and plain Dexie on the same records of the same server
 * in the same run. `RECORDS` (100,000) and `ROUNDS` (3) may be lowered for a quick look. `BENCH_DATABASE_URL`: an empty external PostgreSQL for the
 * 1,000,000-row lists. Prints a table and writes tests/bench/results.json.
 */
const records = Number(process.env['RECORDS'] ?? 100_000)
const rounds = Number(process.env['ROUNDS'] ?? 3)

const rows: BenchRow[] = []
const distDir = await buildPages()
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
const office = await openBenchOffice({ records, distDir })
try {
  rows.push(...(await benchOfflineCopy({ browser, office, records, rounds })))
  rows.push(...(await benchListEndpoint({ office, records })))
  rows.push(...(await benchExcelExport({ office })))
  rows.push(...(await benchVisitorWeight({ browser })))
} finally {
  await office.stop()
  await browser.close()
  rmSync(distDir, { recursive: true, force: true })
}
rows.push(...(await benchMillionRows()))
printRows(rows)
const machine = {
  cpus: cpus().length,
  model: cpus()[0]?.model ?? '',
  node: process.version,
  browser: browser.version(),
}
const results = { date: new Date().toISOString().slice(0, 10), records, rounds, machine, rows }
writeFileSync(join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, null, 2)}\n`)

async function buildPages(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'ongyeol-bench-pages-'))
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'pages'),
    logLevel: 'warn',
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: { input: ['index.html', 'rxdb.html'].map((name) => join(import.meta.dirname, 'pages', name)) },
    },
  })
  return outDir
}

async function benchMillionRows(): Promise<BenchRow[]> {
  const databaseUrl = process.env['BENCH_DATABASE_URL']
  if (!databaseUrl) return []
  const large = await openBenchOffice({ records: 1_000_000, distDir, databaseUrl })
  try {
    return await benchListEndpoint({ office: large, records: 1_000_000 })
  } finally {
    await large.stop()
  }
}
