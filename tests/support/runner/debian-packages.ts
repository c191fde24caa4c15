import { spawnSync } from 'node:child_process'

const minute = 60_000

/** True for root on Debian or a relative of it. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
}

/** Prints what apt-get does; the caller looks whether the package is there afterwards. */
export function installPackages(names: readonly string[]): void {
  runVisibly(['apt-get', 'update', '-q'], 2 * minute)
  runVisibly(['apt-get', 'install', '-y', '-q', '--no-install-recommends', ...names], 10 * minute)
}

export function runVisibly(command: string[], timeout: number): void {
  const [program = '', ...args] = command
  spawnSync(program, args, { stdio: 'inherit', timeout, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}
