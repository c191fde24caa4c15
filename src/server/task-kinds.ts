import { downloadApplicationSchema, downloadApplicationTaskPath } from '#contract/applications/applications.ts'
import { getBook } from '#contract/books/collections.ts'
import { addAddressTasks } from './addresses/task-kinds.ts'
import { addBookTask } from './books/book-excel.ts'
import type { Deps } from './deps.ts'
import { pdfMediaType } from './documents/pdf/pdf-document.ts'
import { requireStaff } from './plugins/bearer.ts'
import { readCachedRates } from './rates/rates.ts'
import {
  buildApplicationFileName,
  createFilingDeps,
  refuseWrongSelection,
  writeApplications,
  writeUnitsTrail,
} from './real-estate/filings/filing-set.ts'
import type { ReadRates } from './real-estate/filings/read-filing-sources.ts'
import type { RegistrySource } from './registry/registry-source.ts'
import { destroyKind } from './retention/destroy-kind.ts'
import { servedBooks } from './served-books.ts'
import type { DownloadKind, TaskRegistrar } from './tasks/task-kind.ts'
import type { WritePipeline } from './writes/write-pipeline-types.ts'

/**
 * Registers every kind of background task of all businesses. Servers (`app.ts`) and worker
 * processes (`commands/start-work.ts`) share this list.
 */
export function addTaskKinds(registrar: TaskRegistrar, { deps, writes, source }: TaskContext): void {
  for (const served of servedBooks) addBookTask(registrar, deps, served)
  registrar.addDownloadKind(createApplicationKind(deps, readCachedRates))
  addAddressTasks(registrar, { deps, writes, source })
  registrar.addItemKind(destroyKind())
}

interface TaskContext {
  readonly deps: Deps
  readonly writes: WritePipeline
  readonly source: RegistrySource
}

/** Filings of many units as one file, made in the background. */
function createApplicationKind(deps: Deps, readRates: ReadRates): DownloadKind<typeof downloadApplicationSchema> {
  const filingDeps = createFilingDeps(deps, readRates)
  return {
    name: 'application-forms',
    path: downloadApplicationTaskPath,
    tag: getBook('applications').label,
    collection: 'applications',
    mediaType: pdfMediaType,
    input: downloadApplicationSchema,
    batchSize: 50,
    isFetchedOnce: true,
    policy: requireStaff,
    fileNames: (requestedAt, input) => buildApplicationFileName(requestedAt, downloadApplicationSchema.parse(input)),
    check: ({ property_ids }) => refuseWrongSelection(deps.db, property_ids),
    trail: (trx, { by, input }) => writeUnitsTrail(trx, by, input.property_ids),
    write: (input, onProgress) => writeApplications(filingDeps, input, onProgress),
  }
}
