// Runs on any Node ≥ 20 with nothing installed, so it is plain JavaScript and imports only what Node itself brings.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const modules = join(root, 'node_modules')

/** @type {Record<string, string>} What `npm start` and `npm test` run, on the Node 24 of the lock file. */
const scripts = {
  start: 'src/server/commands/start.ts',
  test: 'tests/support/runner/run-tests.ts',
}

await bootstrap(process.argv.slice(2))

/** @param {string[]} args */
async function bootstrap([command = '', ...rest]) {
  const script = scripts[command]
  if (script === undefined) {
    console.error(`bootstrap.js: ${Object.keys(scripts).join(' | ')} 가운데 하나를 적어 주세요.`)
    process.exit(2)
  }
  if (!isInstalled()) await install()
  const node = bundledNode() ?? ownNode()
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH ?? ''].join(delimiter) }
  process.exitCode = await run(node, [join(root, script), ...rest], env)
}

/**
 * True when node_modules holds just what package-lock.json says. npm writes .package-lock.json as its last step, so an interrupted
 * install counts as none; packages of other platforms are optional and may be missing.
 */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const present = readPackages(join(modules, '.package-lock.json'))
  if (bundledNode() === undefined && !isNewEnough()) return false
  return Object.entries(wanted).every(([path, { version, optional, devOptional, peer }]) => {
    if (path === '') return true
    const installed = present[path]
    return installed === undefined ? Boolean(optional || devOptional || peer) : installed.version === version
  })
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }>}
 */
function readPackages(path) {
  if (!existsSync(path)) return {}
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

/**
 * `npm ci`, silently; when it refuses, `npm install` without touching the lock file. npm ci insists on every package of every platform standing in the
 * lock file, which a registry that lacks some of them (a mirror) makes impossible; the versions are those of the lock file either way.
 */
async function install() {
  console.log('필요한 패키지를 설치합니다. 처음 한 번은 몇 분 걸릴 수 있습니다.')
  // With NODE_ENV=production npm would leave out vite, which builds the app.
  const flags = ['--include=dev', '--no-audit', '--no-fund']
  if ((await npm(['ci', ...flags, '--loglevel=silent'])) === 0) return
  if ((await npm(['install', '--no-save', ...flags, '--loglevel=error'])) === 0) return
  console.error('패키지를 설치하지 못했습니다. 인터넷 연결과 위의 npm 메시지를 확인해 주세요.')
  process.exit(1)
}

/** @param {string[]} args */
function npm(args) {
  const own = process.env.npm_execpath
  if (own !== undefined && /npm-cli\.c?js$/.test(own)) return run(process.execPath, [own, ...args], process.env)
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, process.env)
}

/** The Node of the lock file, whatever the host has. */
function bundledNode() {
  const path = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(path) ? path : undefined
}

function ownNode() {
  if (isNewEnough()) return process.execPath
  console.error(
    `Node 24가 필요합니다(지금은 ${process.version}). npm ci가 설치 스크립트를 실행할 수 있게 해 주세요(ignore-scripts=false).`,
  )
  process.exit(1)
}

function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= 24
}

/**
 * Runs a command on this terminal and hands signals on, so that stopping us stops it in order.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} its exit code
 */
function run(command, args, env) {
  const child = spawn(command, args, { cwd: root, env, stdio: 'inherit', shell: command.endsWith('.cmd') })
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => child.kill(signal)
  process.on('SIGINT', pass)
  process.on('SIGTERM', pass)
  return new Promise((done) => {
    const end = (/** @type {number} */ code) => {
      process.off('SIGINT', pass)
      process.off('SIGTERM', pass)
      done(code)
    }
    child.once('error', (error) => {
      console.error(error.message)
      end(1)
    })
    child.once('exit', (code, signal) => end(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}
