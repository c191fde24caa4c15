import { spawn } from 'node:child_process'
import { join } from 'node:path'

const commands = join(import.meta.dirname, '../../../src/server/commands')

/**
 * Runs a command of the server as npm does, with only the given environment, and returns its exit
 * and output.
 */
export function runScript(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(commands, `${name}.ts`), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}
