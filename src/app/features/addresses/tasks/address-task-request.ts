import { hasNoFreeText, type TaskRequest } from '#app/tasks/task-steps.ts'
import {
  type AddressTaskName,
  addressTasks,
  type OfficialDocument,
  surveyPdfPaths,
} from '#contract/addresses/address-tasks.ts'
import type { ExportTerms } from '#contract/trail/export-reason.ts'
import { withDocumentName } from './address-task-texts.ts'

/** A task that the user requested for the selected addresses. */
interface AddressTaskRequest {
  readonly name: AddressTaskName
  readonly addressIds: readonly string[]
  /** Only for `officialDocument`. */
  readonly document?: OfficialDocument | undefined
  readonly details?: Readonly<Record<string, string>>
  /** Reason and masking, if the user was asked for them. */
  readonly exportTerms?: ExportTerms
  /** Only for surveys (`isSurveyTask`); defaults to a workbook. */
  readonly format?: SurveyFormat
}

export type SurveyFormat = 'xlsx' | 'pdf'

/**
 * The request of the task. Without a free-text reason the request names nobody, so it may be
 * stored on the device (`canPersistBody`) and started once the connection is back.
 */
export function buildAddressTaskRequest({
  name,
  addressIds,
  document,
  details,
  exportTerms,
  format,
}: AddressTaskRequest): TaskRequest {
  const task = addressTasks[name]
  return {
    label: document ? withDocumentName('{type} 생성', document) : task.label,
    path: format === 'pdf' && isSurveyTask(name) ? surveyPdfPaths[name] : task.path,
    body: {
      address_ids: addressIds,
      ...(exportTerms?.reason && { reason: exportTerms.reason }),
      ...(document && { document_type: document, details: details ?? {} }),
    },
    ...((!exportTerms || hasNoFreeText(exportTerms)) && { canPersistBody: true }),
    itemCollection: 'addresses',
    requestedCount: addressIds.length,
    startedMessage: withDocumentName(task.started, document),
    doneMessage: withDocumentName(task.done, document),
    failedMessage: task.failed,
    ...(task.result === 'records' && { makesNoFile: true }),
  }
}

/** Whether the task makes a survey: 토지조서 or 보상금 산정, as a workbook or PDF. */
export function isSurveyTask(name: AddressTaskName): name is keyof typeof surveyPdfPaths {
  return name in surveyPdfPaths
}
