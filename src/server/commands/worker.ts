import { existsSync } from 'node:fs'
import { type Config, ConfigError, loadConfig } from '#server/config/config.ts'
import { toOperatorMessage, waitForStopRequest } from './operator-message.ts'
import { superviseWorker, WorkerEndedError } from './supervise-worker.ts'

/**
 * `npm run worker`: works on background tasks of the office's servers, in a process that is
 * restarted when it dies and replaced when the monitor asks for it. Exits with 0 after a drain, 1
 * when it cannot start.
 */
await main()

async function main(): Promise<void> {
  const stopping = waitForStopRequest()
  try {
    const config = loadConfig(process.env)
    const startup = { isStarted: false }
    const onProblem = (line: string) => void (startup.isStarted && console.error(line))
    const worker = superviseWorker({ databaseUrl: requireDatabase(config), isBesideServer: false, onProblem })
    await Promise.race([worker.started, stopping]).catch(exitAfterFailedStart)
    startup.isStarted = true
    console.log('\n  워커가 백그라운드 작업을 처리하고 있습니다. 종료하려면 Ctrl+C를 누르세요.\n')
    await stopping
    console.log('진행 중인 작업을 되돌려 놓고 종료합니다.')
    await worker.stop()
    process.exit(0)
  } catch (error) {
    console.error(toOperatorMessage(error))
    process.exitCode = 1
  }
}

/** A failure at the first start is for the operator to fix and is not retried. */
function exitAfterFailedStart(error: unknown): never {
  const reason = error instanceof WorkerEndedError ? error.message : ''
  // With an exit code, the worker has printed the reason itself.
  if (!/^\d+$/.test(reason)) console.error(`워커 프로세스를 시작할 수 없습니다(${reason}).`)
  process.exit(1)
}

/** A worker needs the office's database URL and keys; with its own it would work for nobody. */
function requireDatabase({ databaseUrl, officeKeyFile }: Config): string {
  if (databaseUrl === undefined)
    throw new ConfigError(
      'DATABASE_URL이 없습니다. 워커는 서버와 같은 PostgreSQL에서 일합니다. 내장 데이터베이스를 쓰는 서버는 워커를 스스로 실행합니다.',
    )
  if (!existsSync(officeKeyFile))
    throw new ConfigError(
      `서버와 같은 번호 키 파일(RRN_KEY_FILE)이 필요합니다. 이 파일을 찾을 수 없습니다: ${officeKeyFile}`,
    )
  return databaseUrl
}
