import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { projectRoot, readProjectFile } from './project-files.ts'

const testSchema = z.strictObject({ file: z.string(), shows: z.string().optional() })
const requirementSchema = z.strictObject({
  id: z.string().optional(),
  source: z.string().optional(),
  about: z.string(),
  verdict: z.enum(['held', 'held, no test', 'partly', 'not held', 'n/a']),
  reason: z.string().optional(),
  how: z.string().optional(),
  tests: z.array(testSchema).default([]),
  note: z.string().optional(),
})
const attackSchema = z.strictObject({ attack: z.string(), outcome: z.string(), tests: z.array(testSchema).min(1) })
const chapterSchema = z.strictObject({
  chapter: z.string(),
  title: z.string(),
  requirements: z.array(requirementSchema),
})

type Requirement = z.output<typeof requirementSchema>

const chapters = z.array(chapterSchema).parse(readTable('asvs'))
const asvs = chapters.flatMap(({ requirements }) => requirements)
const law = z.array(requirementSchema).parse(readTable('law'))
const tablets = z.array(requirementSchema).parse(readTable('tablets'))
const attacks = z.array(attackSchema).parse(readTable('attacks'))

test('every test that a security table names exists', () => {
  expect(findMissingTests([...asvs, ...law, ...tablets, ...attacks])).toEqual([])
})

test('every file that explains a verdict exists', () => {
  expect([...asvs, ...law, ...tablets].flatMap(findMissingSources)).toEqual([])
})

test('a requirement with the verdict held names its test, and every other verdict has an explanation', () => {
  expect([...asvs, ...law, ...tablets].filter(isUnproven).map(({ about }) => about)).toEqual([])
})

test('a table that names a missing test or file, or a held requirement without a test, is reported', () => {
  const breach: Requirement = {
    about: 'no request forgery',
    verdict: 'held',
    how: '`src/server/app.ts`, `src/server/gone.ts`, `no-store`',
    tests: [{ file: 'src/server/gone.test.ts' }, { file: 'src/server/app.ts' }, { file: 'src/server/app.test.ts' }],
  }
  expect(findMissingTests([breach])).toEqual(['src/server/gone.test.ts', 'src/server/app.ts'])
  expect(findMissingSources(breach)).toEqual(['no request forgery: src/server/gone.ts'])
  expect(isUnproven({ ...breach, tests: [] })).toBe(true)
  expect(isUnproven({ about: 'a vault for secrets', verdict: 'partly', tests: [] })).toBe(true)
  expect(isUnproven(breach)).toBe(false)
})

test('all 253 requirements of levels 1 and 2 have a verdict, and SECURITY.md states their number', () => {
  const countByVerdict = (verdict?: string) =>
    asvs
      .filter((requirement) => verdict === undefined || requirement.verdict === verdict)
      .reduce((sum, { id = '' }) => sum + countRequirements(id), 0)
  expect(countByVerdict()).toBe(253)
  const stated = `Of the ${String(countByVerdict() - countByVerdict('n/a'))} that apply, ${String(countByVerdict('held'))} are held by a test, ${String(countByVerdict('held, no test'))} by code alone, ${String(countByVerdict('partly'))} partly, ${String(countByVerdict('not held'))} not.`
  expect(readProjectFile('SECURITY.md').replaceAll(/\s+/g, ' ')).toContain(stated)
})

function readTable(name: string): unknown {
  return JSON.parse(readProjectFile(`tests/security/${name}.json`))
}

function findMissingTests(rows: readonly { tests: readonly { file: string }[] }[]): string[] {
  return rows
    .flatMap(({ tests }) => tests.map(({ file }) => file))
    .filter((file) => !/[.](test|spec)[.]tsx?$/.test(file) || !existsSync(join(projectRoot, file)))
}

/**
 * Paths in backticks; a name without a folder (`no-store`, `policy.ts` of a folder) isn't one.
 */
function findMissingSources({ about, how = '' }: Requirement): string[] {
  return [...how.matchAll(/`((?:src|sw|tests)\/[^`]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(join(projectRoot, path)))
    .map((path) => `${about}: ${path}`)
}

function isUnproven({ verdict, reason, how, tests }: Requirement): boolean {
  return verdict === 'held' ? tests.length === 0 : (how ?? reason) === undefined
}

/** 1 for `1.2.5`, 12 for `6.2.1–6.2.12`. */
function countRequirements(id: string): number {
  const [first = [], last = first] = id.split('–').map((part) => part.split('.'))
  const [, section, from] = first
  // V17 is one range over three sections of 2, 3 and 2 requirements.
  if (section !== last[1]) return 7
  return Number(last[2]) - Number(from) + 1
}
