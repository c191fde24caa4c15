import { type Config, loadConfig } from '../config.ts'
import { type OpenDatabase, joinConfiguredDatabase } from '../db/open-configured.ts'
import { operatorMessage } from './operator-message.ts'

/** A command beside the server: opens the configured database, does one thing, closes it; exit code 1 and one line when that fails. */
export async function runCommand(act: (database: OpenDatabase, config: Config) => Promise<void>): Promise<void> {
  try {
    const config = loadConfig(process.env)
    const database = await joinConfiguredDatabase(config)
    try {
      await act(database, config)
    } finally {
      await database.close()
    }
  } catch (error) {
    console.error(operatorMessage(error))
    process.exitCode = 1
  }
}
