import type { Deps } from '#server/deps.ts'
import type { RegistrySource } from '#server/registry/registry-source.ts'
import type { TaskRegistrar } from '#server/tasks/task-kind.ts'
import type { WritePipeline } from '#server/writes/write-pipeline-types.ts'
import { createDocumentKind } from './documents/document-kind.ts'
import { createCompensationKind, createLandSurveyKind } from './documents/surveys.ts'
import { createRegistryKinds } from './registry-kinds.ts'

interface AddressTaskDeps {
  readonly deps: Deps
  readonly writes: WritePipeline
  readonly source: RegistrySource
}

/** Bulk work on addresses, as tasks. */
export function addAddressTasks(registrar: TaskRegistrar, { deps, writes, source }: AddressTaskDeps): void {
  for (const kind of createRegistryKinds({ deps, source, within: writes.within })) registrar.addItemKind(kind)
  for (const format of ['xlsx', 'pdf'] as const) {
    registrar.addItemKind(createLandSurveyKind(format))
    registrar.addItemKind(createCompensationKind(writes, format))
  }
  registrar.addItemKind(createDocumentKind(deps))
}
