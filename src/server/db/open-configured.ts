import type { Config } from '../config.ts'
import { startEmbedded, urlOfRunning } from './embedded.ts'
import { FolderInUseError } from './folder-lock.ts'

export type OpenDatabase = { kind: 'embedded' | 'external'; url: string; close: () => Promise<void> }

/** The database of the configuration: `DATABASE_URL`, else the embedded one, started. `close` stops only what was started here. */
export async function openConfiguredDatabase(
  config: Config,
  options: { onNotice?: (line: string) => void; onLost?: (reason: string) => void } = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) {
    return { kind: 'external', url: config.databaseUrl, close: async () => undefined }
  }
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    ...(options.onNotice && { onNotice: options.onNotice }),
    ...(options.onLost && { onLost: options.onLost }),
  })
  return { kind: 'embedded', url: embedded.url, close: embedded.stop }
}

/**
 * For commands beside a server (backup, demo data): the same database, also while a server runs on the data folder; then that server's PostgreSQL
 * is used and left running.
 */
export async function joinConfiguredDatabase(config: Config): Promise<OpenDatabase> {
  try {
    return await openConfiguredDatabase(config)
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    return { kind: 'embedded', url: urlOfRunning(config.dataDir), close: async () => undefined }
  }
}
