import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault, TestLocation } from './fault.ts'

/** One test command: how to start it, and which runner writes its report. */
export interface PlantedPart {
  readonly name: string
  readonly runner: 'vitest' | 'playwright'
  readonly args: readonly string[]
  /** Whether its tests run in `npm test` or only in `npm run test:all`. */
  readonly depth: Depth
}

export type Depth = 'default' | 'all'

/** Tag of the e2e tests in `npm test`. */
const coreTag = '@core'

/** The tests that should notice the fault. */
export function quickPart(root: string, place: TestLocation): PlantedPart {
  if (place.project !== 'e2e') {
    const depth = /\.(process|slow)\./.test(place.file) ? 'all' : 'default'
    const named = place.title === undefined ? [] : ['--testNamePattern', escapeForRegExp(place.title)]
    const args = ['run', '--project', `${place.project}*`, place.file, ...named]
    return { name: place.file, runner: 'vitest', args, depth }
  }
  const depth = isCore(root, place) ? 'default' : 'all'
  return { name: place.file, runner: 'playwright', args: [place.file, '--grep', escapeForRegExp(place.title)], depth }
}

/** All other tests that could notice it, cheapest first. */
export function otherParts(root: string, { file }: Fault, depth: Depth): PlantedPart[] {
  const related: PlantedPart[] = isModule(file)
    ? [{ name: 'unit', runner: 'vitest', args: ['related', file, '--run', '--project', 'unit'], depth: 'default' }]
    : []
  // Skips projects that don't exist.
  const wholeProjects = ['rules', 'component', 'faults']
    .filter((project) => existsSync(join(root, 'tests', project)))
    .map((project): PlantedPart => ({ name: project, runner: 'vitest', args: wholeProject(project), depth: 'default' }))
  const core: PlantedPart[] = hasCoreStories(root)
    ? [{ name: 'e2e', runner: 'playwright', args: ['--grep', coreTag], depth: 'default' }]
    : []
  if (depth === 'default') return [...related, ...wholeProjects, ...core]
  const remainingParts: PlantedPart[] = [
    ...['unit', 'faults'].map((project): PlantedPart => ({
      name: `${project}, all`,
      runner: 'vitest',
      args: wholeProject(project),
      depth: 'all',
    })),
    { name: 'e2e, all', runner: 'playwright', args: [], depth: 'all' },
  ]
  return [...related, ...wholeProjects, ...core, ...remainingParts]
}

/** Leaves out the rule about planted faults, which fails whenever one is planted. */
function wholeProject(project: string): string[] {
  return ['run', '--project', `${project}*`, '--exclude', 'tests/rules/planted-faults.test.ts']
}

/** No test imports a style sheet or a migration. */
function isModule(file: string): boolean {
  return /[.]tsx?$/.test(file)
}

function hasCoreStories(root: string): boolean {
  return globSync('tests/e2e/**/*.spec.ts', { cwd: root }).some((file) => readText(root, file).includes(coreTag))
}

function isCore(root: string, { file, title }: TestLocation & { project: 'e2e' }): boolean {
  const text = readText(root, file)
  const index = text.indexOf(title)
  return index !== -1 && text.slice(index, text.indexOf('=>', index)).includes(coreTag)
}

function readText(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

export function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}
