import { type Config, loadConfig } from '#server/config/config.ts'
import { newId } from '#server/new-id.ts'
import { joinConfiguredDatabase } from '#server/postgres/open-configured.ts'
import { toOperatorMessage } from './operator-message.ts'

export interface CommandRun {
  config: Config
  /** Identifies this run in the trail and in printed failures. */
  requestId: string
  /** Opens the configured database, runs `command` as its owner, and closes it. */
  withDatabase: (command: (ownerUrl: string) => Promise<void>) => Promise<void>
}

/** Runs a command-line command; prints one line and exits with 1 when it fails. */
export async function runCommand(command: (run: CommandRun) => Promise<void>): Promise<void> {
  const requestId = newId()
  try {
    const config = loadConfig(process.env)
    await command({ config, requestId, withDatabase: (work) => runWithDatabase(config, work) })
  } catch (error) {
    const message = toOperatorMessage(error)
    console.error(typeof message === 'string' ? `${message} (요청 번호 ${requestId})` : message)
    process.exitCode = 1
  }
}

async function runWithDatabase(config: Config, command: (ownerUrl: string) => Promise<void>): Promise<void> {
  const database = await joinConfiguredDatabase(config)
  try {
    await command(database.ownerUrl)
  } finally {
    await database.close()
  }
}
