import { join, relative } from 'node:path'
import { createVitest, type TestModule, type Vitest } from 'vitest/node'
import type { TestLocation } from './fault.ts'
import type { CommandOutcome } from './run-command.ts'
import { escapeForRegExp } from './test-commands.ts'

/**
 * One vitest for many runs: creates its databases once and does not transform unchanged files
 * again.
 */
export interface VitestSession {
  /**
   * Runs the tests of one file until the first failure; with a title only those whose name contains
   * it.
   */
  run(location: Pick<TestLocation, 'project' | 'file' | 'title'>): Promise<CommandOutcome>
  /** Invalidates a changed file. */
  forget(file: string): void
  close(): Promise<void>
}

export async function openVitestSession(root: string): Promise<VitestSession> {
  // Set-up files and tests use paths relative to this folder.
  process.chdir(root)
  delete process.env['TEST_DEPTH']
  // Without it vite.config.ts lists no tests.
  process.env['VITEST'] = 'true'
  const silent = { onInit: () => undefined }
  const vitest = await createVitest('test', {
    root,
    watch: false,
    run: true,
    bail: 1,
    maxWorkers: 1,
    reporters: [silent],
  })
  await vitest.standalone()
  return {
    run: (location) => runTests(vitest, root, location),
    forget: (file) => vitest.invalidateFile(join(root, file)),
    close: () => vitest.close(),
  }
}

async function runTests(
  vitest: Vitest,
  root: string,
  { project, file, title }: Pick<TestLocation, 'project' | 'file' | 'title'>,
): Promise<CommandOutcome> {
  const found = await vitest.globTestSpecifications([join(root, file)])
  // Browser projects exist once per kind of pointer: component, component-touch.
  const projectModules = found.filter((testModule) => testModule.project.name.startsWith(project))
  if (projectModules.length === 0) return { passed: 0, failed: null }
  if (title === undefined) vitest.resetGlobalTestNamePattern()
  else vitest.setGlobalTestNamePattern(escapeForRegExp(title))
  // Failures of an earlier run would count for `bail` as well.
  vitest.state.idMap.clear()
  vitest.state.filesMap.clear()
  vitest.state.clearErrors()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(projectModules)
  const failed = testModules.map((module) => findFirstFailure(root, module)).find((name) => name !== null) ?? null
  if (failed === null && unhandledErrors.length > 0)
    throw new Error('vitest failed outside of its tests', { cause: unhandledErrors[0] })
  return { passed: testModules.flatMap(({ children }) => [...children.allTests('passed')]).length, failed }
}

/** No single test failed: the file's set-up did, perhaps because the machine was busy. */
export const wholeFile = '(the whole file)'

function findFirstFailure(root: string, module: TestModule): string | null {
  if (module.ok()) return null
  const [test] = module.children.allTests('failed')
  const why = module.errors()[0]?.message ?? 'it did not come to its end'
  return `${relative(root, module.moduleId)} › ${test?.fullName ?? `${wholeFile}: ${why.slice(0, 200)}`}`
}
