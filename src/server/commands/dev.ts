import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * `npm run dev`: one process with the API and vite in front of it. Screens reload by vite; a change below src/server, src/contract or src/domain restarts the
 * process (node --watch), which drains and comes back on the same database.
 */
const args = ['--watch', '--watch-preserve-output', fileURLToPath(new URL('./dev-server.ts', import.meta.url))]
const child = spawn(process.execPath, args, { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 0))
