import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '#server/config/config.ts'
import { readTlsFiles } from '#server/http/tls-files.ts'
import { toOperatorMessage } from './operator-message.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const stampFile = join(root, 'dist', '.built-from')

/**
 * Builds the app into dist/ unless dist/ was built from the current sources. Returns false when the
 * build failed and printed why.
 */
async function buildAppWhenChanged(): Promise<boolean> {
  const stamp = hashSources()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true
  console.log('앱을 빌드합니다.')
  // Removed first, so that an aborted build is not taken for a finished one.
  rmSync(stampFile, { force: true })
  const code = await runVite()
  if (code !== 0) return false
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stampFile, stamp)
  return true
}

/**
 * All inputs of the build. The lock file represents the packages. The server runs unbuilt, so only
 * the steps of the build are an input.
 */
const sources = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'public/**/*',
  'sw/**/*',
  'src/app/**/*',
  'src/contract/**/*',
  'src/domain/**/*',
  'src/mirror/**/*',
  'src/server/commands/build/**/*',
]

function hashSources(): string {
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function runVite(): Promise<number> {
  const child = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** `npm start`, after bootstrap.js: builds the app when its sources changed, then serves it. */
try {
  // Reports a wrong setting or TLS file before building.
  readTlsFiles(loadConfig(process.env))
  if (!(await buildAppWhenChanged())) process.exit(1)
} catch (error) {
  console.error(toOperatorMessage(error))
  process.exit(1)
}
await import('../main.ts')
