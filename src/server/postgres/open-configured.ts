import type { Config } from '#server/config/config.ts'
import { readRunningOwnerUrl, startEmbedded } from './embedded.ts'
import { FolderInUseError } from './folder-lock.ts'

/** The database as commands use it, as the owner. */
export interface OwnedDatabase {
  ownerUrl: string
  close: () => Promise<void>
}

/** `url` is for the server; equal to `ownerUrl` when the office configured a single URL. */
export type OpenDatabase = OwnedDatabase & {
  kind: 'embedded' | 'external'
  url: string
  /** Folder of the embedded cluster when it was started here. */
  folder?: string
}

/**
 * Opens the configured database: `DATABASE_URL`, else the embedded one, which is started. `close`
 * stops only what was started here.
 */
export async function openConfiguredDatabase(
  config: Config,
  options: { onNotice?: (line: string) => void; onLost?: (reason: string) => void; onRevived?: () => void } = {},
): Promise<OpenDatabase> {
  const { databaseUrl: url, databaseOwnerUrl } = config
  if (url !== undefined) {
    return { kind: 'external', url, ownerUrl: databaseOwnerUrl ?? url, close: async () => undefined }
  }
  const { stop, ...urls } = await startEmbedded({
    dataDir: config.dataDir,
    ...(options.onNotice && { onNotice: options.onNotice }),
    ...(options.onLost && { onLost: options.onLost }),
    ...(options.onRevived && { onRevived: options.onRevived }),
  })
  return { kind: 'embedded', ...urls, close: stop }
}

/**
 * For commands run next to a server (backup, demo data): the same database. When a server runs on
 * the data folder, its PostgreSQL is used and left running.
 */
export async function joinConfiguredDatabase(config: Config): Promise<OwnedDatabase> {
  try {
    return await openConfiguredDatabase(config)
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    return { ownerUrl: readRunningOwnerUrl(config.dataDir), close: async () => undefined }
  }
}
