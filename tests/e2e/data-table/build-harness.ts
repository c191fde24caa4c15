import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

export const harnessRoot = join(import.meta.dirname, 'harness')

const projectRoot = join(import.meta.dirname, '../../..')
const cache = join(projectRoot, 'node_modules/.cache')

/** Everything that goes into the build; the lock file stands for the packages. */
const sources = ['package-lock.json', 'src/{app,contract,domain}/**/*', 'tests/support/*', 'tests/e2e/data-table/**/*']

/** Where `buildHarness` puts the pages made from what stands in the tree. */
export function builtHarness(): string {
  const files = globSync(sources, { cwd: projectRoot, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return join(cache, `table-harness-${hash.digest('hex').slice(0, 16)}`)
}

/** Playwright's `globalSetup`: builds the table's own pages as the app is built, once for all workers, and only when something changed. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export.
export default async function buildHarness(): Promise<void> {
  const outDir = builtHarness()
  if (existsSync(outDir)) return
  for (const old of globSync('table-harness-*', { cwd: cache })) rmSync(join(cache, old), { recursive: true })
  const draft = `${outDir}.${process.pid}`
  await build({
    configFile: false,
    root: harnessRoot,
    logLevel: 'error',
    plugins: [react(), tailwindcss()],
    build: {
      outDir: draft,
      emptyOutDir: true,
      rolldownOptions: { input: globSync('*.html', { cwd: harnessRoot }).map((name) => join(harnessRoot, name)) },
    },
  })
  renameSync(draft, outDir)
}
