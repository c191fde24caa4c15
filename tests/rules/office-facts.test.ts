import { expect, test } from 'vitest'
import { newOffice } from '#domain/office/office.ts'
import { listProjectFiles, readProjectFile } from './project-files.ts'

/** Files that may contain the name of a new database's office, and why. */
const seeds: Readonly<Record<string, string>> = {
  'src/domain/office/office.ts': 'is the seed itself',
  'src/server/session/demo-users.ts': 'the scrivener of the demo office signs in under this name',
}

/**
 * Files that may import it. All others take the office from the database or the server's response,
 * because an office that entered its own details must never see the fictional ones.
 */
const beginners = [
  'src/server/office-profile/read-office.ts',
  'src/server/office/routes.ts',
  'src/server/blog/demo.ts',
  'src/server/real-estate/create-demo-unit.ts',
  'src/server/commands/build/prerender-site.ts',
  'src/server/commands/build/site-fonts.ts',
]

const listSources = () =>
  [
    ...listProjectFiles('{src,sw}/**/*.{ts,tsx,js,css,sql}'),
    ...listProjectFiles('{index.html,vite.config.ts,public/*.svg}'),
  ].filter((path) => !/\.test\.tsx?$/.test(path))

test('no source file except the seed contains the office’s name, telephone or address', () => {
  const files = listSources()
  expect(files.length).toBeGreaterThan(900)
  expect(files.filter((path) => namesOffice(readProjectFile(path)) && !(path in seeds))).toEqual([])
  for (const path of Object.keys(seeds)) expect(namesOffice(readProjectFile(path)), path).toBe(true)
})

test('only code that begins a new database or a demonstration imports the seed', () => {
  const readers = listSources().filter((path) => readsSeed(readProjectFile(path)))
  expect(readers.toSorted()).toEqual(beginners.toSorted())
})

test.each([
  ['<title>온결 법무사사무소</title>', true],
  ["const telephone = '02-000-0000'", true],
  ["const title = '법무사 한온결'", true],
  ["const address = '서울특별시 (가상의 주소)'", true],
  [' * 온결법무 2026-0001호: a comment may say it.', false],
  ['// 한온결', false],
  ["const name = '법무사사무소'", false],
])('%j contains such a fact: %s', (line, expected) => {
  expect(namesOffice(line)).toBe(expected)
})

test.each([
  ["import { newOffice } from '#domain/office/office.ts'", true],
  ["import { scrivenerOf } from '#domain/office/office-texts.ts'", false],
])('%j imports the seed: %s', (line, expected) => {
  expect(readsSeed(line)).toBe(expected)
})

function namesOffice(text: string): boolean {
  const statements = text
    .split('\n')
    .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line))
    .join('\n')
  return [newOffice.seal_letters, newOffice.telephone, newOffice.address].some((fact) => statements.includes(fact))
}

function readsSeed(text: string): boolean {
  return /from '#domain\/office\/office\.ts'/.test(text)
}
