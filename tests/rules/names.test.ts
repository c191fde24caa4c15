import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles, projectRoot, readProjectFile } from './project-files.ts'

/** The business words of design §2: the same on every layer, so that one word finds the whole slice. */
const businessWords = [
  'session',
  'site',
  'blog',
  'deposit-cases',
  'real-estate',
  'addresses',
  'papers',
  'master-data',
  'card-usage',
  'quick-delivery',
  'leave',
  'today',
  'inquiries',
  'office',
  'rates',
  'keeping',
  'chat',
  'admin',
]

test.each([
  { place: 'src', technical: ['contract', 'domain', 'mirror', 'app', 'server'], business: [] },
  {
    place: 'src/app',
    technical: ['ui', 'shell', 'features', 'records', 'action-history', 'downloads'],
    business: ['session'],
  },
  { place: 'src/app/features', technical: [], business: businessWords },
  {
    place: 'src/server',
    technical: [
      'db',
      'schema',
      'postgres',
      'backup',
      'plugins',
      'jobs',
      'documents',
      'books',
      'numbers',
      'registry',
      'sync',
      'commands',
    ],
    business: businessWords,
  },
])('folders of $place carry business words or agreed technical ones', ({ place, technical, business }) => {
  expect(foldersOf(place).filter((name) => !technical.includes(name) && !business.includes(name))).toEqual([])
})

test('books are named by business words', () => {
  const technical = ['collections', 'field', 'field-at-path', 'record-schema', 'sheet-parts', 'wordings']
  // Books of a business that keeps several.
  const further = ['real-estate-units', 'unit-parts', 'address-parts', 'banks', 'applications']
  const records = projectFiles('src/contract/books/*.ts').map((path) => basename(path).split('.')[0] ?? '')
  const known = [...technical, ...further, ...businessWords]
  expect(records.filter((name) => !known.includes(name))).toEqual([])
  expect(records.length).toBeGreaterThan(technical.length)
})

test('the top level holds only what design §2 lists', () => {
  const listed = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
    'index.html',
    'README.md',
    'SECURITY.md',
  ]
  const folders = ['src', 'public', 'sw', 'tests', 'node_modules', 'dist', 'test-results', 'playwright-report']
  const found = readdirSync(projectRoot).filter((name) => !name.startsWith('.'))
  expect(found.filter((name) => !listed.includes(name) && !folders.includes(name))).toEqual([])
})

test('no file is named after nothing in particular', () => {
  expect(projectFiles('{src,sw,tests}/**/*.{ts,tsx}').filter(isVague)).toEqual([])
  expect(['src/domain/utils.ts', 'src/app/ui/date-helpers.ts', 'src/app/shell/index.ts'].filter(isVague)).toHaveLength(
    3,
  )
})

function isVague(path: string): boolean {
  // The column manager (컬럼 관리) is a noun of the specification.
  if (path === 'sw/index.ts' || path.endsWith('/column-manager.tsx')) return false
  return /(^|\/)([a-z-]+-)?(utils?|helpers?|common|misc|manager|service|index)(\/|[.]|$)/.test(path)
}

test('every folder with a rule of its own explains itself in at most 20 lines', () => {
  const rooms = ['src/contract', 'src/domain', 'src/mirror', 'src/app', 'src/server', 'sw', 'tests']
  const readmes = rooms.map((room) => ({ room, lines: readmeLines(room) }))
  expect(readmes.filter(({ lines }) => lines === 0 || lines > 20)).toEqual([])
})

test('every folder of more than five files says in a few lines what belongs there', () => {
  const all = projectFiles('{src,sw,tests}/**/*')
  expect(silentFolders(all, readmeLines)).toEqual([])
  expect(all.length).toBeGreaterThan(100)
})

test.each([
  { files: 6, lines: 0, found: ['src/app/crowd'] },
  { files: 6, lines: 1, found: ['src/app/crowd'] },
  { files: 6, lines: 40, found: ['src/app/crowd'] },
  { files: 6, lines: 3, found: [] },
  { files: 5, lines: 0, found: [] },
])('a folder of $files files with a README of $lines lines: $found', ({ files, lines, found }) => {
  const crowd = Array.from({ length: files }, (_, index) => `src/app/crowd/part-${index}.tsx`)
  const room = (folder: string): number => (folder === 'src/app/crowd' ? lines : 0)
  expect(silentFolders([...crowd, 'src/app/crowd/README.md', 'src/app/crowd/room/part.tsx'], room)).toEqual(found)
})

/** Folders with more than five files beside their README, which is missing, a title only, or longer than anybody reads. */
function silentFolders(paths: readonly string[], linesOf: (folder: string) => number): string[] {
  const folders = Map.groupBy(
    paths.filter((path) => basename(path) !== 'README.md'),
    (path) => dirname(path),
  )
  return [...folders]
    .filter(([folder, files]) => files.length > 5 && (linesOf(folder) < 3 || linesOf(folder) > 25))
    .map(([folder]) => folder)
}

test('files that a README names are there', () => {
  const known = projectFiles('{src,sw,tests}/**/*.{ts,tsx,css,json}').map((path) => `/${path}`)
  const gone = projectFiles('{README.md,{src,sw,tests}/**/README.md}').flatMap((readme) =>
    [
      ...readProjectFile(readme).matchAll(
        /`(?:\.\.\/)*([a-z][a-z0-9-]*(?:\/[a-z0-9-]+)*(?:\.slow)?(?:\.test)?\.tsx?)`/g,
      ),
    ]
      .map((match) => match[1] ?? '')
      .filter((name) => !known.some((path) => path.endsWith(`/${name}`)))
      .map((name) => `${readme}: ${name}`),
  )
  expect(gone).toEqual([])
})

function readmeLines(room: string): number {
  const path = `${room}/README.md`
  return existsSync(join(projectRoot, path)) ? readProjectFile(path).trimEnd().split('\n').length : 0
}

test('titles of tests state facts', () => {
  const titles = projectFiles('{src,tests}/**/*.{test,spec}.{ts,tsx}').flatMap(hopefulTitles)
  expect(titles).toEqual([])
})

function hopefulTitles(path: string): string[] {
  const titles = readProjectFile(path).matchAll(/^\s*(?:test|it|describe)(?:\.[a-z]+)*\((['"`])(.*?)\1/gm)
  return [...titles].map((match) => match[2] ?? '').filter((title) => /\bshould\b|해야 한다/.test(title))
}

function foldersOf(place: string): string[] {
  const entries = readdirSync(join(projectRoot, place), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}
