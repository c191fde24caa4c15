import type { DownloadKind } from './download-kind.ts'
import type { ItemKind } from './item-kind.ts'

/**
 * Receives all kinds of background work (`../task-kinds.ts`). A server also registers routes for
 * them (`registerDownload`, `registerItemTask`); a separate worker process only does the work.
 */
export interface TaskRegistrar {
  addKind(kind: DownloadKind): void
  addItemKind(kind: ItemKind): void
}
