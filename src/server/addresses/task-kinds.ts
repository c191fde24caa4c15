import type { WritePipeline } from '#server/db/write-pipeline-types.ts'
import type { Deps } from '#server/deps.ts'
import type { TaskRegistrar } from '#server/jobs/task-kind.ts'
import type { RegistrySource } from '#server/registry/registry-source.ts'
import { officialDocumentKind } from './documents/document-kind.ts'
import { compensationKind, landSurveyKind } from './documents/surveys.ts'
import { registryKinds } from './registry-kinds.ts'

interface AddressTaskDeps {
  readonly deps: Deps
  readonly writes: WritePipeline
  readonly source: RegistrySource
}

/** Bulk work on addresses, as tasks. */
export function addAddressTasks(registrar: TaskRegistrar, { deps, writes, source }: AddressTaskDeps): void {
  for (const kind of registryKinds({ deps, source, within: writes.within })) registrar.addItemKind(kind)
  for (const format of ['xlsx', 'pdf'] as const) {
    registrar.addItemKind(landSurveyKind(format))
    registrar.addItemKind(compensationKind(writes, format))
  }
  registrar.addItemKind(officialDocumentKind(deps))
}
