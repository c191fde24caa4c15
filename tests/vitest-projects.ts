import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { TestProjectConfiguration } from 'vitest/config'
import { componentProject } from './component/vitest-project.ts'
import { testDepth } from './support/runner/test-depth.ts'

/**
 * Polling ends as soon as the condition holds. The default of one second is too short where a
 * database, servers and compilers share two cores.
 */
const pollMs = 30_000

const withDatabases = {
  hookTimeout: 90_000,
  expect: { poll: { timeout: pollMs } },
  maxWorkers: availableParallelism(),
  // One PostgreSQL per project and worker; see tests/support/servers/test-database.ts.
  globalSetup: ['tests/support/runner/vitest-global-setup.ts'],
}

// Every file, thread and server of the tests compiles the same modules.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/compiled')

/**
 * Tests that start or kill operating system processes; only in `npm run test:all` and `test:long`.
 */
const processTests = ['{src,tests/faults,tests/rules}/**/*.process.test.ts']
/** `x.slow.test.ts`: tests that take seconds and whose rule a quicker test mostly covers. */
const slowTests = testDepth === 'default' ? ['**/*.slow.*'] : []
/** `npm run test:long` repeats the same tests for hours. */
const faultsTimeoutMs = testDepth === 'long' ? 14_400_000 : 900_000

export const testProjects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'unit',
      include: ['{src,sw}/**/*.test.{ts,tsx}'],
      exclude: [...processTests, ...slowTests, '**/*.{browser,touch}.test.{ts,tsx}'],
      testTimeout: 90_000,
      ...withDatabases,
      // Loading modules costs more than most tests. Files share modules, so a test that changes
      // module state must restore it.
      isolate: false,
      // One more than cores, because tests wait for databases, timers and timeouts.
      maxWorkers: availableParallelism() + 1,
      setupFiles: ['tests/support/runner/vitest-property-runs.ts'],
    },
  },
  componentProject(slowTests),
  {
    extends: true,
    test: {
      name: 'rules',
      include: ['tests/rules/**/*.test.ts'],
      exclude: processTests,
      testTimeout: 180_000,
      isolate: false,
    },
  },
  {
    extends: true,
    test: {
      name: 'faults',
      include: ['tests/faults/**/*.test.ts'],
      exclude: [...processTests, ...slowTests],
      testTimeout: faultsTimeoutMs,
      ...withDatabases,
      isolate: false,
    },
  },
  {
    extends: true,
    test: { name: 'processes', include: processTests, testTimeout: faultsTimeoutMs, ...withDatabases },
  },
]
