import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { copyProject } from '../../support/runner/copy-project.ts'

/** Cost of a new book: new and changed files, and added lines. */
export interface Cost {
  readonly files: readonly string[]
  readonly lines: number
}

/** Lines that a new book adds to existing files, before a given line. */
const edits: readonly { readonly file: string; readonly before: string; readonly lines: readonly string[] }[] = [
  {
    file: 'src/contract/books/collections.ts',
    before: "import { cardUsageBook } from './card-usage.ts'",
    lines: ["import { businessTripBook } from './business-trips.ts'"],
  },
  {
    file: 'src/contract/books/collections.ts',
    before: '  inquiries: inquiryBook,',
    lines: ["  'business-trips': businessTripBook,"],
  },
  { file: 'src/contract/app-paths.ts', before: "  '/staff/inquiries',", lines: ["  '/staff/business-trips',"] },
  {
    file: 'src/app/routes/router.tsx',
    before: 'const inquiries = createRoute({',
    lines: [
      'const businessTrips = createRoute({',
      "  ...staffScreen('/staff/business-trips', '출장 기록'),",
      "  component: lazyRouteComponent(() => import('#app/features/business-trips/trips-page.tsx'), 'TripsPage'),",
      '})',
      '',
    ],
  },
  { file: 'src/app/routes/router.tsx', before: '  inquiries,', lines: ['  businessTrips,'] },
  {
    file: 'src/app/shell/staff-frame/nav-entries.tsx',
    before: "      { path: '/staff/leave-request', label: '휴가신청', icon: <CalendarDays {...icon} /> },",
    lines: ["      { path: '/staff/business-trips', label: '출장 기록', icon: <CarFront {...icon} /> },"],
  },
]

/** Copies the project to `copy` and adds the business trips of `files/`, as an engineer would. */
export function plantBook(project: string, copy: string): Cost {
  copyProject(project, copy)
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
