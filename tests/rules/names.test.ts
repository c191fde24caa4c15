import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { listProjectFiles, projectRoot, readProjectFile } from './project-files.ts'

/** Business words, the same on every layer, so that one search finds the whole feature. */
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
  'register',
  'today',
  'calendar',
  'reminders',
  'notifications',
  'inquiries',
  'office',
  'rates',
  'retention',
  'chat',
  'admin',
]

test.each([
  { place: 'src', technical: ['contract', 'domain', 'mirror', 'app', 'server'], business: [] },
  {
    place: 'src/app',
    technical: ['ui', 'routes', 'shell', 'features', 'records', 'action-history', 'tasks'],
    business: ['session'],
  },
  { place: 'src/app/features', technical: [], business: businessWords },
  {
    place: 'src/server',
    technical: [
      'config',
      'db',
      'writes',
      'schema',
      'postgres',
      'backup',
      'plugins',
      'http',
      'auth',
      'logging',
      'trail',
      'destruction',
      'demo',
      'office-profile',
      'tasks',
      'documents',
      'books',
      'keys',
      'person-numbers',
      'registry',
      'sync',
      'commands',
    ],
    business: businessWords,
  },
])('folders of $place carry business words or agreed technical ones', ({ place, technical, business }) => {
  expect(listFolders(place).filter((name) => !technical.includes(name) && !business.includes(name))).toEqual([])
})

test('books are named by business words', () => {
  const technical = [
    'collections',
    'field',
    'field-builders',
    'record-schema',
    'references',
    'shared-fields',
    'wordings',
  ]
  // Further books of businesses that have several.
  const further = ['real-estate-units', 'unit-parts', 'address-parts', 'banks', 'applications', 'register-entries']
  const records = listProjectFiles('src/contract/books/*.ts').map((path) => basename(path).split('.')[0] ?? '')
  const known = [...technical, ...further, ...businessWords]
  expect(records.filter((name) => !known.includes(name))).toEqual([])
  expect(records.length).toBeGreaterThan(technical.length)
})

test('the top level holds only what is listed here', () => {
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

test('no file has a vague name such as utils or helpers', () => {
  expect(listProjectFiles('{src,sw,tests}/**/*.{ts,tsx}').filter(isVague)).toEqual([])
  expect(['src/domain/utils.ts', 'src/app/ui/date-helpers.ts', 'src/app/shell/index.ts'].filter(isVague)).toHaveLength(
    3,
  )
})

function isVague(path: string): boolean {
  // The column manager (컬럼 관리) is a product term.
  if (path === 'sw/index.ts' || path.endsWith('/column-manager.tsx')) return false
  return /(^|\/)([a-z-]+-)?(utils?|helpers?|common|misc|manager|service|index)(\/|[.]|$)/.test(path)
}

test('titles of tests state facts', () => {
  const titles = listProjectFiles('{src,tests}/**/*.{test,spec}.{ts,tsx}').flatMap(findHopefulTitles)
  expect(titles).toEqual([])
})

function findHopefulTitles(path: string): string[] {
  const titles = readProjectFile(path).matchAll(/^\s*(?:test|it|describe)(?:\.[a-z]+)*\((['"`])(.*?)\1/gm)
  return [...titles].map((match) => match[2] ?? '').filter((title) => /\bshould\b|해야 한다/.test(title))
}

function listFolders(place: string): string[] {
  const entries = readdirSync(join(projectRoot, place), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}
