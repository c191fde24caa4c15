import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * `npm run dev`: one process with the API and vite in front of it. Vite reloads screens; a change
 * below src/server, src/contract or src/domain restarts the process, which drains and comes back on
 * the same database. `node --watch` won't do, because it also follows the temporary files vite
 * imports and restarts forever.
 */
const watchedFolders = ['src/server/', 'src/contract/', 'src/domain/'].map((path) =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url)),
)

await supervise()

async function supervise(): Promise<void> {
  let child = startChild()
  let isEnding = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      isEnding = true
      child.kill(signal)
    })
  }
  for await (const _ of watchChanges()) {
    if (isEnding) return
    console.log('서버 코드가 바뀌어 다시 시작합니다.')
    await stopChild(child)
    child = startChild()
  }
}

function startChild(): ChildProcess {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./dev-server.ts', import.meta.url))], {
    stdio: 'inherit',
  })
  // A normal exit (wrong setting, stopped by hand) ends `dev`. After a crash, such as a typo, it
  // waits for the next change.
  child.once('exit', (code, signal) => {
    if (code === 0 || code === 2) process.exit(0)
    if (signal === null) console.log('서버가 종료되었습니다. 코드를 수정하면 다시 시작합니다.')
  })
  return child
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.removeAllListeners('exit')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/**
 * Yields once per burst of changes, because editors and formatters write a file several times.
 * Ignores tests.
 */
async function* watchChanges(): AsyncGenerator<void> {
  let wake: (() => void) | undefined
  for (const path of watchedFolders) {
    watch(path, { recursive: true }, (_event, name) => {
      if (name !== null && /\.(ts|sql)$/.test(name) && !name.includes('.test.')) wake?.()
    })
  }
  for (;;) {
    await new Promise<void>((resolve) => (wake = resolve))
    await new Promise((resolve) => setTimeout(resolve, 150))
    yield
  }
}
