import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createTempFolder } from '../servers/temp-folder.ts'

export interface SpawnedProgram {
  child: ChildProcess
  /** All output so far, both streams. */
  output: () => string
  /** Resolves with the first output that matches. Rejects when the process ends before. */
  waitForOutput: (pattern: RegExp) => Promise<string>
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

export type SpawnedServer = Omit<SpawnedProgram, 'waitForOutput'> & {
  /** `http://localhost:port`, once it listens. Rejects when the process ends before. */
  origin: Promise<string>
}

/**
 * The real server as an operator runs it (`npm run serve`), in a separate process on a free port.
 * End it with `child.kill(…)`. `before` is a command prefix that finally executes the server
 * (small-disk.ts).
 */
export function spawnServer(env: Record<string, string>, before: readonly string[] = []): SpawnedServer {
  const { waitForOutput, ...server } = spawnProgram('main.ts', env, before)
  const origin = waitForOutput(/https?:\/\/localhost:\d+/)
  return { ...server, origin }
}

/** Starts one of the server's programs by its path in `src/server`. */
export function spawnProgram(
  program: string,
  env: Record<string, string>,
  before: readonly string[] = [],
): SpawnedProgram {
  const [command, ...args] = [...before, process.execPath, join(import.meta.dirname, '../../../src/server', program)]
  const child = spawn(command ?? process.execPath, args, {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DEMO_DATA: 'off',
      // Never the data folder of an office on this machine or of another test.
      DATA_DIR: env['DATA_DIR'] ?? createTempFolder(),
      ...readCompileCache(),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const listeners = new Set<() => void>()
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? '')),
  )
  const collectOutput = (chunk: Buffer) => {
    output += chunk.toString('utf8')
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', collectOutput)
  child.stderr.on('data', collectOutput)
  const waitForOutput = (pattern: RegExp) => {
    const matched = new Promise<string>((resolve, reject) => {
      const listen = () => {
        const [text] = pattern.exec(output) ?? []
        if (text !== undefined) resolve(text)
      }
      listeners.add(listen)
      listen()
      void ended.then((end) => reject(new Error(`${program} ended (${end}): ${output}`)))
    })
    matched.catch(() => undefined)
    return matched
  }
  return { child, output: () => output, waitForOutput, ended }
}

/** Node's compile cache as set by `npm test`. */
function readCompileCache(): Record<string, string> {
  const folder = process.env['NODE_COMPILE_CACHE']
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}
