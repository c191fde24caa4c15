import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

export type SpawnedServer = {
  child: ChildProcess
  /** `http://localhost:port`, once it listens. Rejects when the process ends before. */
  origin: Promise<string>
  /** Everything it printed so far, both streams. */
  output: () => string
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

const main = join(import.meta.dirname, '../../src/server/main.ts')

/**
 * The real server as an operator runs it (`npm run serve`), in a process of its own, on a free port. End it by `child.kill(…)`. `before` is a command that becomes the
 * server in the end (small-disk.ts).
 */
export function spawnServer(env: Record<string, string>, before: readonly string[] = []): SpawnedServer {
  const [command, ...rest] = [...before, process.execPath, main]
  const child = spawn(command ?? process.execPath, rest, {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', DEMO_DATA: 'off', ...compileCache(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<number | string>((done) =>
    child.once('close', (code, signal) => done(code ?? signal ?? '')),
  )
  const origin = new Promise<string>((found, failed) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString('utf8')
      const address = /https?:\/\/localhost:\d+/.exec(output)?.[0]
      if (address !== undefined) found(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then((end) => failed(new Error(`server ended (${end}): ${output}`)))
  })
  origin.catch(() => undefined)
  return { child, origin, output: () => output, ended }
}

/** Where `npm test` lets Node keep what it compiled. */
function compileCache(): Record<string, string> {
  const folder = process.env['NODE_COMPILE_CACHE']
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}
