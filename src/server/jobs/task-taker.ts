import type { DownloadKind } from './download-kind.ts'
import type { ItemKind } from './item-kind.ts'

/**
 * Who is handed the kinds of work of the whole office (`../task-kinds.ts`): a server answers about each, too (`registerDownload`, `registerItemTask`); a worker in a process of its own only works
 * them off.
 */
export interface TaskTaker {
  addKind(kind: DownloadKind): void
  addItemKind(kind: ItemKind): void
}
