import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listProjectFiles, projectRoot, readProjectFile } from './project-files.ts'

const maxColumns = 120
const readmes = listProjectFiles('{README.md,{src,sw,tests}/**/README.md}')
const documents = [...readmes, 'SECURITY.md']

test.each([
  { document: 'README.md', maxLines: 150 },
  { document: 'SECURITY.md', maxLines: 120 },
])('$document has at most $maxLines lines of at most 120 columns', ({ document, maxLines }) => {
  expect(findExcess(readProjectFile(document), maxLines)).toEqual([])
})

test.each([
  { breach: 'a line too many', text: 'a\n'.repeat(4), found: ['4 lines'] },
  { breach: 'a column too many', text: `a\n${'b'.repeat(121)}\n`, found: ['line 2: 121 columns'] },
  { breach: 'neither', text: `a\nb\n${'한'.repeat(120)}\n`, found: [] },
])('a document of at most 3 lines with $breach: $found', ({ text, found }) => {
  expect(findExcess(text, 3)).toEqual(found)
})

test('a README has lines of at most 120 columns, starts with a sentence, and there are at most 40 of them', () => {
  expect(readmes.flatMap((path) => findExcess(readProjectFile(path)).map((found) => `${path}: ${found}`))).toEqual([])
  expect(readmes.filter((path) => !startsWithSentence(readProjectFile(path)))).toEqual([])
  expect(readmes.length).toBeLessThanOrEqual(40)
  expect(readmes.length).toBeGreaterThan(20)
})

test('a document that starts with a list is reported', () => {
  expect(startsWithSentence('# rules\n\nRules about files.\n\n- one\n')).toBe(true)
  expect(startsWithSentence('# rules\n\n- one\n')).toBe(false)
  expect(startsWithSentence('# rules\n\none and\n\n- two\n')).toBe(false)
})

test('files named in a document exist', () => {
  const known = listProjectFiles('{src,sw,tests}/**/*.{ts,tsx,css,json,md}').map((path) => `/${path}`)
  const names = documents.flatMap((path) => findMissingFiles(path, readProjectFile(path), known))
  const links = documents.flatMap((path) =>
    findMissingLinks(path, readProjectFile(path), (to) => existsSync(join(projectRoot, to))),
  )
  expect([...names, ...links]).toEqual([])
})

test('a document that names a missing file is reported', () => {
  const text = 'Read `domain/vat.ts`, `gone.ts` and `src/gone/README.md`, not `no-store` or `…/x.ts`.'
  expect(findMissingFiles('README.md', text, ['/src/domain/vat.ts'])).toEqual([
    'README.md: gone.ts',
    'README.md: src/gone/README.md',
  ])
})

test('a link to a missing file is reported', () => {
  const text = 'See [rates](../rates/README.md), [the law](https://www.law.go.kr) and [tests](#tests).'
  expect(findMissingLinks('src/app/README.md', text, (to) => to !== 'src/rates/README.md')).toEqual([
    'src/app/README.md: src/rates/README.md',
  ])
})

test('a document refers to nothing outside the repository', () => {
  expect(
    documents.flatMap((path) => findOutsideReferences(readProjectFile(path)).map((found) => `${path}: ${found}`)),
  ).toEqual([])
})

test('a reference to a document outside is reported, a public source is not', () => {
  const outside = 'As spec 2 §5 says (decision 33, design §6, grid.md §14, R16, research/sync.md).'
  expect(findOutsideReferences(outside)).toEqual(['spec 2', 'decision 33', 'design §', 'grid.md', 'R16', 'research/'])
  expect(findOutsideReferences('개인정보 보호법 제21조, RFC 9110, OWASP ASVS 5 6.3.1, NIST SP 800-63B.')).toEqual([])
})

test("the operator's manual names every setting, and only settings", () => {
  const settings = [...readProjectFile('src/server/config/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
    ([, name]) => name,
  )
  expect(settings.length).toBeGreaterThan(30)
  const manual = readProjectFile('src/server/commands/README.md')
  const [, chapter = ''] = /\n## Settings\n(.*?)\n## /s.exec(manual) ?? []
  const named = [...chapter.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name)
  expect(settings.filter((name) => !named.includes(name))).toEqual([])
  expect(named.filter((name) => !settings.includes(name))).toEqual([])
})

function findExcess(text: string, maxLines = Number.POSITIVE_INFINITY): string[] {
  const lines = text.trimEnd().split('\n')
  const wide = lines.flatMap((line, index) =>
    line.length > maxColumns ? [`line ${String(index + 1)}: ${String(line.length)} columns`] : [],
  )
  return [...(lines.length > maxLines ? [`${String(lines.length)} lines`] : []), ...wide]
}

function findMissingFiles(document: string, text: string, known: readonly string[]): string[] {
  return [
    ...text.matchAll(
      /`(?:\.\.\/)*([a-z][a-z0-9-]*(?:\/[a-z0-9-]+)*(?:\.slow)?(?:\.test)?\.tsx?|[a-z][a-z0-9/-]*\/README\.md)`/g,
    ),
  ]
    .map(([, name = '']) => name)
    .filter((name) => !known.some((path) => path.endsWith(`/${name}`)))
    .map((name) => `${document}: ${name}`)
}

/** Broken links to files of the repository, relative to the document's folder. */
function findMissingLinks(document: string, text: string, isThere: (path: string) => boolean): string[] {
  return [...text.matchAll(/\]\(([^()#:\s]+)(?:#[^()\s]*)?\)/g)]
    .map(([, link = '']) => join(dirname(document), link))
    .filter((path) => !isThere(path))
    .map((path) => `${document}: ${path}`)
}

function findOutsideReferences(text: string): string[] {
  const named = /\bspec \d|\bdecision \d+|\bdesign §|\bgrid\.md\b|\bR\d{1,2}\b|\bresearch\//g
  return [...text.matchAll(named)].map(([found]) => found)
}

/** True when a sentence about the folder's purpose follows the title. */
function startsWithSentence(text: string): boolean {
  const [title = '', first = ''] = text.split('\n\n')
  return /^# \S/.test(title) && /^[A-Z].*\.$/s.test(first)
}
