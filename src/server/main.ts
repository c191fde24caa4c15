import { toOperatorMessage, waitForStopRequest } from './commands/operator-message.ts'
import { type RunningServer, startServer } from './commands/start-server.ts'
import { loadConfig } from './config/config.ts'

/**
 * `npm run serve`: runs the already built server. Exits with 0 after a drain, 1 when it cannot
 * start.
 */
await main()

async function main(): Promise<void> {
  const stopping = waitForStopRequest()
  try {
    const server = await startServer(loadConfig(process.env), {
      onNotice: console.log,
      onProblem: console.error,
      hasWorkerProcess: true,
    })
    console.log(
      `\n  ${server.deps.config.publicUrl ?? server.origin} 에서 열 수 있습니다. 종료하려면 Ctrl+C를 누르세요.\n`,
    )
    await stopping
    await stopCleanly(server)
  } catch (error) {
    console.error(toOperatorMessage(error))
    process.exitCode = 1
  }
}

async function stopCleanly(server: RunningServer): Promise<void> {
  console.log('진행 중인 요청을 마치고 종료합니다.')
  await server.stop()
  process.exit(0)
}
