import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { TestProjectConfiguration } from 'vitest/config'
import { componentProject } from './component/vitest-project.ts'
import { testDepth } from './support/test-depth.ts'

/** What is right comes at once and costs nothing; the second that is usual is short where a database, servers and compilers share two cores. */
const pollMs = 30_000

const withDatabases = {
  hookTimeout: 90_000,
  expect: { poll: { timeout: pollMs } },
  maxWorkers: availableParallelism(),
  // One PostgreSQL per project and worker; see tests/support/test-database.ts.
  globalSetup: ['tests/support/vitest-global-setup.ts'],
}

// Every file, thread and server of the tests compiles the same modules.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/compiled')

/** They start or kill processes of the operating system; only in `npm run test:all` and `test:long`. */
const processTests = ['{src,tests/faults,tests/rules}/**/*.process.test.ts']
/** Their rule costs seconds, and something quicker holds most of it: `x.slow.test.ts`. */
const slowTests = testDepth === 'default' ? ['**/*.slow.*'] : []
/** `npm run test:long` goes through the same tests for hours. */
const faultsTimeoutMs = testDepth === 'long' ? 14_400_000 : 900_000

export const testProjects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'unit',
      include: ['src/**/*.test.{ts,tsx}'],
      exclude: [...processTests, ...slowTests, '**/*.{browser,touch}.test.{ts,tsx}'],
      testTimeout: 90_000,
      ...withDatabases,
      // Loading what a file imports costs more than most tests. Files share modules, so what a module remembers is given back by the test that changed it.
      isolate: false,
      // One more than cores: tests wait for databases, timers and time-outs.
      maxWorkers: availableParallelism() + 1,
      setupFiles: ['tests/support/vitest-property-runs.ts'],
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
