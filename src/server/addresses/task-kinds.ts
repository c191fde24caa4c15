import type { WritePipeline } from '#server/db/write-pipeline-types.ts'
import type { Deps } from '#server/deps.ts'
import type { TaskRegistrar } from '#server/jobs/task-kind.ts'
import type { RegistrySource } from '#server/registry/registry-source.ts'
import { officialDocumentKind } from './papers/document-kind.ts'
import { compensationKind, landSurveyKind } from './papers/surveys.ts'
import { registryKinds } from './registry-kinds.ts'

interface AddressTasks {
  readonly deps: Deps
  readonly writes: WritePipeline
  readonly source: RegistrySource
}

/** Bulk work on addresses, as tasks. */
export function addAddressTasks(to: TaskRegistrar, { deps, writes, source }: AddressTasks): void {
  for (const kind of registryKinds({ deps, source, within: writes.within })) to.addItemKind(kind)
  for (const format of ['xlsx', 'pdf'] as const) {
    to.addItemKind(landSurveyKind(format))
    to.addItemKind(compensationKind(writes, format))
  }
  to.addItemKind(officialDocumentKind(deps))
}
