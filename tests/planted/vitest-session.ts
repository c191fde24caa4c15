import { join, relative } from 'node:path'
import { createVitest, type TestModule, type Vitest } from 'vitest/node'
import type { PartOutcome } from './run-part.ts'

/** One vitest for many runs: its databases are made once, and what did not change is not transformed again. */
export interface VitestSession {
  /** Runs test files of a project up to the first test that fails. */
  run(project: string, files: readonly string[]): Promise<PartOutcome>
  /** A file was written: what was made of it counts no more. */
  forget(file: string): void
  close(): Promise<void>
}

export async function openVitestSession(root: string): Promise<VitestSession> {
  // Set-up files and tests name paths from there.
  process.chdir(root)
  delete process.env['TEST_DEPTH']
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
    run: (project, files) => runFiles(vitest, { root, project, files }),
    forget: (file) => vitest.invalidateFile(join(root, file)),
    close: () => vitest.close(),
  }
}

async function runFiles(
  vitest: Vitest,
  { root, project, files }: { root: string; project: string; files: readonly string[] },
): Promise<PartOutcome> {
  const found = await vitest.globTestSpecifications(files.map((file) => join(root, file)))
  // Browser projects have a part of their own for each kind of pointer: component, component-touch.
  const chosen = found.filter((one) => one.project.name.startsWith(project))
  if (chosen.length === 0) return { passed: 0, failed: null }
  // Failures of the run before count for `bail` as well.
  vitest.state.idMap.clear()
  vitest.state.filesMap.clear()
  vitest.state.clearErrors()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen)
  const failed = testModules.map((module) => firstFailure(root, module)).find((name) => name !== null) ?? null
  if (failed === null && unhandledErrors.length > 0)
    throw new Error('vitest failed outside of its tests', { cause: unhandledErrors[0] })
  return { passed: testModules.flatMap(({ children }) => [...children.allTests('passed')]).length, failed }
}

function firstFailure(root: string, module: TestModule): string | null {
  if (module.ok()) return null
  const [test] = module.children.allTests('failed')
  const why = module.errors()[0]?.message.split('\n', 1)[0] ?? 'it did not come to its end'
  return `${relative(root, module.moduleId)} › ${test?.fullName ?? `(the whole file: ${why})`}`
}
