import type { z } from 'zod'
import type { WritePipeline } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import type { DownloadQueue } from '../jobs/download-queue.ts'
import type { ItemKind } from '../jobs/item-kind.ts'
import { registerItemTask } from '../jobs/register-item-task.ts'
import type { RegistrySource } from '../registry/registry-source.ts'
import { officialDocumentKind } from './papers/document-kind.ts'
import { compensationKind, landSurveyKind } from './papers/survey-kinds.ts'
import { registryKinds } from './registry-kinds.ts'

interface AddressTasks {
  readonly deps: Deps
  readonly writes: WritePipeline
  readonly queue: DownloadQueue
  readonly source: RegistrySource
}

/** What is done to many addresses at once (spec 2 §7 "Address bulk actions"), as tasks. */
export function registerAddressTasks(app: App, { deps, writes, queue, source }: AddressTasks): void {
  const register = <Input extends z.ZodType>(kind: ItemKind<Input>) => registerItemTask(app, { deps, queue }, kind)
  for (const kind of registryKinds({ deps, source, within: writes.within })) register(kind)
  for (const format of ['xlsx', 'pdf'] as const) {
    register(landSurveyKind(format))
    register(compensationKind(writes, format))
  }
  register(officialDocumentKind(deps))
}
