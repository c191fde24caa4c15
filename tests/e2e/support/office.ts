import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readRunningOwnerUrl } from '#server/postgres/embedded.ts'
import { findFreePort } from '#server/postgres/free-port.ts'
import { chooseTmpdir } from '../../support/runner/quick-tmpdir.ts'
import { createFaultProxy } from '../../support/servers/fault-proxy.ts'
import { openKilledOffice } from './killed-office.ts'
import type { Office, OfficeOptions } from './office-kinds.ts'
import { copyTemplate } from './office-templates.ts'

/**
 * Cases in addition to the demo records; `npm run test:long` runs tests of large offices with
 * 100,000.
 */
const moreCases = Number(process.env['E2E_MORE_CASES'] ?? 0)

const projectRoot = join(import.meta.dirname, '../../..')

/**
 * The real server as a separate process, with a separate data folder and embedded PostgreSQL,
 * behind a proxy on loopback. The folder is copied from one that was migrated and filled once for
 * the run (office-templates.ts). With `E2E_PROCESSES=2` it is two processes that are killed in turn
 * (killed-office.ts).
 */
export async function openOffice(options: OfficeOptions = {}): Promise<Office> {
  if (process.env['E2E_PROCESSES'] === '2') return await openKilledOffice(options)
  const dataDirs = [createDataDir()]
  const { demo = 'small' } = options
  await copyTemplate(demo === 'small' ? 'small' : 'empty', dataDirs[0] ?? '')
  const getDataDir = () => dataDirs.at(-1) ?? ''
  const buildBackupPath = () => join(dataDirs[0] ?? '', 'office.backup')
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const run = { process: null as ChildProcess | null }
  const start = async () => {
    run.process = spawnServer({
      PORT: String(port),
      DATA_DIR: getDataDir(),
      ...options.env,
      DEMO_DATA: demo === 'full' ? 'on' : 'off',
      ...(options.registry && { REGISTRY_URL: options.registry.url, REGISTRY_TOKEN: options.registry.token }),
      ...(options.maker && {
        KIA_HOST: options.maker.url,
        KIA_CLIENT_ID: options.maker.clientId,
        KIA_CLIENT_SECRET: options.maker.clientSecret,
      }),
    })
    await waitUntilHealthy(origin, run.process)
  }
  await start()
  if (moreCases > 0) await runCommand('demo', ['--case-book', String(moreCases)], getDataDir())
  const network = await createFaultProxy(origin, { isSecure: options.isSecure ?? false })
  return {
    url: network.url,
    origin,
    dataDir: getDataDir,
    network,
    start,
    ownerUrl: () => readRunningOwnerUrl(getDataDir()),
    kill: () => endProcess(run.process, 'SIGKILL'),
    backup: () => runCommand('backup', [buildBackupPath()], getDataDir()),
    async restore() {
      await endProcess(run.process, 'SIGTERM')
      dataDirs.push(createDataDir())
      await runCommand('restore', [buildBackupPath()], getDataDir())
      await start()
    },
    stop: async () => {
      await network.close()
      await endProcess(run.process, 'SIGTERM')
      for (const folder of dataDirs) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function createDataDir(): string {
  const folder = mkdtempSync(join(chooseTmpdir(), 'ongyeol-e2e-'))
  chmodSync(folder, 0o711)
  return folder
}

async function runCommand(
  name: 'backup' | 'restore' | 'demo',
  extraArgs: readonly string[],
  dataDir: string,
): Promise<void> {
  const child = spawn(process.execPath, [`src/server/commands/${name}.ts`, ...extraArgs], {
    cwd: projectRoot,
    env: { ...process.env, LOG_LEVEL: 'error', DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}`)
}

function spawnServer(env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: projectRoot,
    env: { ...process.env, LOG_LEVEL: 'error', RATE_LIMIT: '1000000', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr.pipe(process.stderr)
  child.stdout.resume()
  return child
}

async function waitUntilHealthy(origin: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 180_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode} before it answered`)
    const response = await fetch(`${origin}/api/health/ready`).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server did not answer within three minutes')
}

function endProcess(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
