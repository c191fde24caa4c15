import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { build } from 'vite'
import { chromiumArgs, chromiumEnv, requireChromium } from '../support/browsers/chromium.ts'
import { openBenchOffice } from './bench-office.ts'
import { type BenchRow, printRows } from './bench-row.ts'
import { benchAcknowledgedWrites } from './rows/acknowledged-writes.ts'
import { benchApplicationForms } from './rows/application-forms.ts'
import { benchBulkExtracts } from './rows/bulk-extracts.ts'
import { benchCalendar } from './rows/calendar.ts'
import { benchDeskOpening } from './rows/desk-opening.ts'
import { benchExcelExport } from './rows/excel-export.ts'
import { benchItemTasks } from './rows/item-tasks.ts'
import { benchKilledProcess } from './rows/killed-process.ts'
import { benchedCaseBook, benchedDepositCases, benchListEndpoint } from './rows/list-endpoint.ts'
import { benchMemory } from './rows/memory.ts'
import { benchMillionRecords } from './rows/million-records.ts'
import { benchOfflineCopy } from './rows/offline-copy.ts'
import { benchOfflineStart } from './rows/offline-start.ts'
import { benchSealedCopy } from './rows/sealed-copy.ts'
import { benchSearchEverything } from './rows/search-everything.ts'
import { benchSlowCopy } from './rows/slow-copy.ts'
import { benchSlowTablet } from './rows/slow-tablet.ts'
import { benchStaffLoad } from './rows/staff-load.ts'
import { benchStaffTable } from './rows/staff-table.ts'
import { benchTwoProcesses } from './rows/two-processes.ts'
import { benchTypedBurst } from './rows/typed-burst.ts'
import { benchValueCounts } from './rows/value-counts.ts'
import { benchVisitorPages } from './rows/visitor-pages.ts'
import { benchVisitorWeight } from './rows/visitor-weight.ts'
import { benchWholeAppWheel } from './rows/whole-app-wheel.ts'
import { saveResults } from './save-results.ts'
import { openWholeOffice } from './whole-office.ts'

/**
 * `npm run bench`: measures our performance budgets, compared in the same run with RxDB (Dexie
 * storage) and plain Dexie on the same records of the same server, and with AG Grid Community and
 * Glide Data Grid on the same rows in the same window. `npm run bench -- table` runs a part:
 * `office`, `lists`, `writes` (acknowledged edits, compared with a driver), `sealed` (the encrypted
 * offline copy, compared with an unencrypted one), `slow` (first copies over a mobile line and on a
 * slow processor), `tasks` (background work on 1,200 records), `load` (50, 100 and 200 staff at
 * work; `STAFF=200` for one of them), `processes` (200 staff on two server processes, compared with
 * one), `search` (over everything, three times as many records), `visitor`, `desk` (opening the
 * case book of an office with 600 cases), `calendar` (its months), `wheel` (the whole app),
 * `memory`, `tablet` (touch and a slow CPU, offline start), `table`, and `scale`, which only runs
 * by its name (1,000,000 cases, two processes with a replica, one of them killed). `RECORDS`
 * (100,000) and `ROUNDS` (3; 5 for the Lighthouse runs of the public pages, which take half an
 * hour) may be lowered for a quick look. `PICTURES`: a folder for pictures of the grids.
 * `BENCH_INSIDE=1`: background work in the server's own process, for comparison. Prints a table
 * and writes tests/bench/results.json.
 */
const records = Number(process.env['RECORDS'] ?? 100_000)
const rounds = Number(process.env['ROUNDS'] ?? 3)
const pageRounds = Number(process.env['ROUNDS'] ?? 5)

const offices = (process.env['STAFF'] ?? '50,100,200').split(',').map(Number)

const parts: Record<string, () => Promise<BenchRow[]>> = {
  office: benchOffice,
  sealed: () => inBenchPages(benchSealedCopy),
  slow: () => inBenchPages(benchSlowCopy),
  lists: benchLists,
  writes: benchWrites,
  tasks: async () => [...(await benchItemTasks()), ...(await benchBulkExtracts())],
  load: benchLoad,
  processes: benchProcesses,
  search: () => benchSearchEverything({ records: records * 3 }),
  visitor: async () => [
    ...(await benchVisitorWeight({ browser })),
    ...(await benchVisitorPages({ rounds: pageRounds })),
  ],
  desk: () => inBuiltApp(benchDeskOpening, 600),
  calendar: () => inBuiltApp(benchCalendar),
  memory: () => inBuiltApp(benchMemory),
  wheel: () => inBuiltApp(benchWholeAppWheel),
  tablet: async () => [...(await benchSlowTablet({ browser, records })), ...(await inBuiltApp(benchOfflineStart))],
  table: async () => [...benchValueCounts({ records }), ...(await benchStaffTable({ browser, records, rounds }))],
}

/** Takes an hour, so it is no part of a run of everything. */
const partsByName: typeof parts = { ...parts, scale: benchScale }

const benchName = process.argv[2]
const chosenParts = benchName === undefined ? Object.values(parts) : [partsByName[benchName]]
if (chosenParts.includes(undefined))
  throw new Error(`No such part: ${benchName}. There are ${Object.keys(partsByName).join(', ')}.`)

installPeers()
const rows: BenchRow[] = []
const browser = await chromium.launch({ executablePath: requireChromium(), args: chromiumArgs, env: chromiumEnv })
try {
  for (const part of chosenParts) rows.push(...((await part?.()) ?? []))
} finally {
  await browser.close()
}
printRows(rows)
saveResults({ rows, records, rounds, browser: browser.version(), isWhole: benchName === undefined })

/** Runs a bench in the bench pages, with an office of its own. */
async function inBenchPages(bench: typeof benchSealedCopy): Promise<BenchRow[]> {
  const office = await openBenchOffice({ records, distDir: await buildPages() })
  try {
    return await bench({ browser, office, records, rounds })
  } finally {
    await office.stop()
  }
}

async function benchOffice(): Promise<BenchRow[]> {
  const distDir = await buildPages()
  const office = await openBenchOffice({ records, distDir })
  const measured: BenchRow[] = []
  try {
    measured.push(...(await benchOfflineCopy({ browser, office, records, rounds })))
    measured.push(...(await benchExcelExport({ office })))
    measured.push(...(await benchApplicationForms({ office })))
  } finally {
    await office.stop()
  }
  measured.push(...(await benchTypedBurst({ browser, records })))
  rmSync(distDir, { recursive: true, force: true })
  return measured
}

/** Needs no pages, because this process is the client. */
async function benchWrites(): Promise<BenchRow[]> {
  const office = await openBenchOffice({ records, staff: 1, distDir: '/nowhere' })
  try {
    return await benchAcknowledgedWrites({ office, rounds })
  } finally {
    await office.stop()
  }
}

async function benchLoad(): Promise<BenchRow[]> {
  const office = await openBenchOffice({ records, staff: 200, distDir: '/nowhere' })
  try {
    return await benchStaffLoad({ office, offices })
  } finally {
    await office.stop()
  }
}

/** Two processes on the database that the first one created. */
async function benchProcesses(): Promise<BenchRow[]> {
  const staff = Math.max(...offices)
  const first = await openBenchOffice({ records, staff, distDir: '/nowhere' })
  try {
    const second = await openBenchOffice({ records: 0, distDir: '/nowhere', databaseUrl: first.databaseUrl })
    try {
      return await benchTwoProcesses({ processes: [first, second], staff, rounds })
    } finally {
      await second.stop()
    }
  } finally {
    await first.stop()
  }
}

async function benchScale(): Promise<BenchRow[]> {
  const count = Number(process.env['RECORDS'] ?? 1_000_000)
  const staff = (process.env['STAFF'] ?? '200,400').split(',').map(Number)
  const office = await openWholeOffice({ records: count, staff: Math.max(...staff) })
  try {
    const million = await benchMillion(office.processes.database.url, count)
    return [...million, ...(await benchKilledProcess({ office, records: count, offices: staff }))]
  } finally {
    await office.close()
  }
}

async function benchMillion(databaseUrl: string, count: number): Promise<BenchRow[]> {
  const office = await openBenchOffice({ records: 0, distDir: await buildPages(), databaseUrl })
  try {
    return await benchMillionRecords({ browser, office, records: count })
  } finally {
    await office.stop()
  }
}

/** Runs a bench in the built app. */
async function inBuiltApp(bench: typeof benchWholeAppWheel, count = records): Promise<BenchRow[]> {
  const office = await openBenchOffice({ records: count, distDir: join(import.meta.dirname, '../../dist') })
  try {
    return await bench({ browser, office, records: count, rounds })
  } finally {
    await office.stop()
  }
}

async function buildPages(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'ongyeol-bench-pages-'))
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'pages'),
    logLevel: 'warn',
    // A name under which pages may start a worker (ui/browser/trusted-types.ts).
    worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/staff-worker-[hash].js' } } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: { input: ['index.html', 'rxdb.html'].map((name) => join(import.meta.dirname, 'pages', name)) },
    },
  })
  return outDir
}

/**
 * In a separate office, because the copies above are measured with the case book alone. Needs no
 * pages, because this process is the client.
 */
async function benchLists(): Promise<BenchRow[]> {
  const office = await openBenchOffice({ records, depositCases: records, distDir: '/nowhere' })
  try {
    return [
      ...(await benchListEndpoint({ office, records, benched: benchedCaseBook })),
      ...(await benchListEndpoint({ office, records, benched: benchedDepositCases })),
    ]
  } finally {
    await office.stop()
  }
}

/**
 * Installs what the product is compared with. Other type checks leave out the code that uses it,
 * because only benches need these 230 packages.
 */
function installPeers(): void {
  const cwd = join(import.meta.dirname, 'peers')
  const wanted = join(cwd, 'package-lock.json')
  const present = join(cwd, 'node_modules/.package-lock.json')
  const isInstalled = existsSync(present) && statSync(present).mtimeMs > statSync(wanted).mtimeMs
  if (!isInstalled) execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd, stdio: 'inherit' })
  const compiler = join(import.meta.dirname, '../../node_modules/typescript-native/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', '.'], { cwd, stdio: 'inherit' })
}
