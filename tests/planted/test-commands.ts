import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault, TestLocation } from './fault.ts'

/** One test command: how to start it, and which runner writes its report. */
export interface TestCommand {
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
export function buildNoticedByCommand(root: string, location: TestLocation): TestCommand {
  if (location.project !== 'e2e') {
    const depth = /\.(process|slow)\./.test(location.file) ? 'all' : 'default'
    const named = location.title === undefined ? [] : ['--testNamePattern', escapeForRegExp(location.title)]
    const args = ['run', '--project', `${location.project}*`, location.file, ...named]
    return { name: location.file, runner: 'vitest', args, depth }
  }
  const depth = isCore(root, location) ? 'default' : 'all'
  return {
    name: location.file,
    runner: 'playwright',
    args: [location.file, '--grep', escapeForRegExp(location.title)],
    depth,
  }
}

/** All other tests that could notice it, cheapest first. */
export function listOtherCommands(root: string, { file }: Fault, depth: Depth): TestCommand[] {
  const related: TestCommand[] = isModule(file)
    ? [{ name: 'unit', runner: 'vitest', args: ['related', file, '--run', '--project', 'unit'], depth: 'default' }]
    : []
  // Skips projects that don't exist.
  const wholeProjects = ['rules', 'component', 'faults']
    .filter((project) => existsSync(join(root, 'tests', project)))
    .map((project): TestCommand => ({
      name: project,
      runner: 'vitest',
      args: buildProjectCommand(project),
      depth: 'default',
    }))
  const core: TestCommand[] = hasCoreStories(root)
    ? [{ name: 'e2e', runner: 'playwright', args: ['--grep', coreTag], depth: 'default' }]
    : []
  if (depth === 'default') return [...related, ...wholeProjects, ...core]
  const remainingCommands: TestCommand[] = [
    ...['unit', 'faults'].map((project): TestCommand => ({
      name: `${project}, all`,
      runner: 'vitest',
      args: buildProjectCommand(project),
      depth: 'all',
    })),
    { name: 'e2e, all', runner: 'playwright', args: [], depth: 'all' },
  ]
  return [...related, ...wholeProjects, ...core, ...remainingCommands]
}

/** Leaves out the rule about planted faults, which fails whenever one is planted. */
function buildProjectCommand(project: string): string[] {
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
