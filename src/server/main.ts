import { ConfigError, loadConfig } from './config.ts'
import { EmbeddedDatabaseError } from './db/embedded.ts'
import { FolderInUseError } from './db/folder-lock.ts'
import { MigrationError } from './db/migrate.ts'
import { type RunningServer, startServer } from './commands/start-server.ts'

/** `npm run serve`: the built server alone. Ends with 0 after a drain, 1 when it cannot start or loses its database. */
await main()

async function main(): Promise<void> {
  const stopping = stopRequested()
  try {
    const server = await startServer(loadConfig(process.env), { onNotice: console.log, onLost: endOnLoss })
    console.log(
      `\n  ${server.deps.config.publicUrl ?? server.origin} 에서 열 수 있습니다. 끝내려면 Ctrl+C를 누르세요.\n`,
    )
    await stopping
    await stopCleanly(server)
  } catch (error) {
    console.error(messageForOperator(error))
    process.exitCode = 1
  }
}

/** The first signal drains; a second one means "now". */
function stopRequested(): Promise<void> {
  return new Promise((done) => {
    let isAsked = false
    const ask = () => {
      if (isAsked) process.exit(1)
      isAsked = true
      done()
    }
    process.on('SIGTERM', ask)
    process.on('SIGINT', ask)
  })
}

async function stopCleanly(server: RunningServer): Promise<void> {
  console.log('진행 중인 요청을 마치고 끝냅니다.')
  await server.stop()
  process.exit(0)
}

function endOnLoss(reason: string): void {
  console.error(
    `내장 PostgreSQL이 예기치 않게 끝났습니다(${reason}). 서버를 끝냅니다. 다시 시작하면 마지막으로 저장된 상태에서 이어집니다.`,
  )
  process.exit(1)
}

/** One line for what an operator can mend; the whole stack for a bug. */
function messageForOperator(error: unknown): unknown {
  if (
    error instanceof ConfigError ||
    error instanceof FolderInUseError ||
    error instanceof EmbeddedDatabaseError ||
    error instanceof MigrationError
  ) {
    return error.message
  }
  if (error instanceof Error && 'code' in error) {
    const { port, address } = { port: undefined, address: undefined, ...error }
    if (error.code === 'EADDRINUSE')
      return `${String(address)}:${String(port)}에서 이미 다른 프로그램이 듣고 있습니다. PORT를 바꾸거나 그 프로그램을 끝내 주세요.`
    if (error.code === 'EACCES') return `권한이 없습니다: ${error.message}`
    if (error.code === 'ECONNREFUSED') return `데이터베이스(DATABASE_URL)에 연결할 수 없습니다: ${error.message}`
  }
  return error
}
