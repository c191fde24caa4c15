import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What a new book costs: the files that are new or changed, and the lines that came. */
export interface Cost {
  readonly files: readonly string[]
  readonly lines: number
}

/** Lines that a new book adds to files that are there, before a line of theirs. */
const edits: readonly { readonly file: string; readonly before: string; readonly lines: readonly string[] }[] = [
  {
    file: 'src/contract/books/collections.ts',
    before: "import { cardUsageDescription } from './card-usage.ts'",
    lines: ["import { businessTripDescription } from './business-trips.ts'"],
  },
  {
    file: 'src/contract/books/collections.ts',
    before: '  inquiries: inquiryDescription,',
    lines: ["  'business-trips': businessTripDescription,"],
  },
  { file: 'src/contract/app-paths.ts', before: "  '/staff/inquiries',", lines: ["  '/staff/business-trips',"] },
  {
    file: 'src/app/router.tsx',
    before: 'const inquiries = createRoute({',
    lines: [
      'const businessTrips = createRoute({',
      "  ...staffScreen('/staff/business-trips', '출장 기록'),",
      "  component: lazyRouteComponent(() => import('./features/business-trips/trips-page.tsx'), 'TripsPage'),",
      '})',
      '',
    ],
  },
  { file: 'src/app/router.tsx', before: '  inquiries,', lines: ['  businessTrips,'] },
  {
    file: 'src/app/shell/places.tsx',
    before: "      { path: '/staff/leave-request', label: '휴가신청', icon: <CalendarDays {...icon} /> },",
    lines: ["      { path: '/staff/business-trips', label: '출장 기록', icon: <CarFront {...icon} /> },"],
  },
]

/** Copies the project to `copy`, without what is made, and adds the business trips of `files/` to it as an engineer would. */
export function plantBook(project: string, copy: string): Cost {
  for (const name of ['src', 'sw', 'tests', 'public'])
    cpSync(join(project, name), join(copy, name), { recursive: true })
  for (const name of readdirSync(project)) {
    if (statSync(join(project, name)).isFile()) cpSync(join(project, name), join(copy, name))
  }
  // One by one, because what is made by tools goes into a folder among them.
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(project, 'node_modules'))) {
    if (!/^\.(?!bin$)/.test(name)) symlinkSync(join(project, 'node_modules', name), join(copy, 'node_modules', name))
  }
  // The compiler looks again at what the new book touches only.
  const known = join(project, 'node_modules/.cache/tsc')
  if (existsSync(known)) cpSync(known, join(copy, 'node_modules/.cache/tsc'), { recursive: true })
  const planted = join(import.meta.dirname, 'files')
  const added = readdirSync(planted, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(planted, name)).isFile(),
  )
  cpSync(planted, copy, { recursive: true })
  for (const { file, before, lines } of edits) insertLines(join(copy, file), before, lines)
  const lines = added.map((name) => linesOf(join(planted, name))).concat(edits.map((edit) => edit.lines.length))
  return {
    files: [...added.map((name) => relative('.', name)), ...new Set(edits.map(({ file }) => file))],
    lines: lines.reduce((sum, n) => sum + n, 0),
  }
}

function insertLines(path: string, before: string, added: readonly string[]): void {
  const lines = readFileSync(path, 'utf8').split('\n')
  const [at, ...more] = lines.flatMap((line, index) => (line === before ? [index] : []))
  if (at === undefined || more.length > 0) throw new Error(`${path} does not have this line once: ${before}`)
  writeFileSync(path, lines.toSpliced(at, 0, ...added).join('\n'))
}

function linesOf(path: string): number {
  return readFileSync(path, 'utf8').trimEnd().split('\n').length
}
