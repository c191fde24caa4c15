import { expect, test } from 'vitest'
import { projectFiles, readProjectFile } from './project-files.ts'

const maxColumns = 120

test.each([
  { document: 'README.md', maxLines: 150 },
  { document: 'SECURITY.md', maxLines: 120 },
])('$document has at most $maxLines lines of at most 120 columns', ({ document, maxLines }) => {
  expect(excess(readProjectFile(document), maxLines)).toEqual([])
})

test.each([
  { breach: 'a line too many', text: 'a\n'.repeat(4), found: ['4 lines'] },
  { breach: 'a column too many', text: `a\n${'b'.repeat(121)}\n`, found: ['line 2: 121 columns'] },
  { breach: 'neither', text: `a\nb\n${'한'.repeat(120)}\n`, found: [] },
])('a document of at most 3 lines with $breach: $found', ({ text, found }) => {
  expect(excess(text, 3)).toEqual(found)
})

test('files that a document names are there', () => {
  const known = projectFiles('{src,sw,tests}/**/*.{ts,tsx,css,json,md}').map((path) => `/${path}`)
  const documents = projectFiles('{README.md,SECURITY.md,{src,sw,tests}/**/README.md}')
  expect(documents.length).toBeGreaterThan(20)
  expect(documents.flatMap((path) => missingFiles(path, readProjectFile(path), known))).toEqual([])
})

test('a document that names a missing file is reported', () => {
  const text = 'Read `domain/vat.ts`, `gone.ts` and `src/gone/README.md`, not `no-store` or `…/x.ts`.'
  expect(missingFiles('README.md', text, ['/src/domain/vat.ts'])).toEqual([
    'README.md: gone.ts',
    'README.md: src/gone/README.md',
  ])
})

function excess(text: string, maxLines: number): string[] {
  const lines = text.trimEnd().split('\n')
  const wide = lines.flatMap((line, index) =>
    line.length > maxColumns ? [`line ${String(index + 1)}: ${String(line.length)} columns`] : [],
  )
  return [...(lines.length > maxLines ? [`${String(lines.length)} lines`] : []), ...wide]
}

function missingFiles(document: string, text: string, known: readonly string[]): string[] {
  return [
    ...text.matchAll(
      /`(?:\.\.\/)*([a-z][a-z0-9-]*(?:\/[a-z0-9-]+)*(?:\.slow)?(?:\.test)?\.tsx?|[a-z][a-z0-9/-]*\/README\.md)`/g,
    ),
  ]
    .map(([, name = '']) => name)
    .filter((name) => !known.some((path) => path.endsWith(`/${name}`)))
    .map((name) => `${document}: ${name}`)
}
