import { hasNoFreeText, type TaskRequest } from '#app/tasks/task-steps.ts'
import {
  type AddressActionName,
  addressActions,
  type OfficialDocument,
  surveyPdfPaths,
} from '#contract/addresses/address-actions.ts'
import type { ExportTerms } from '#contract/trail/export-reason.ts'
import { withDocumentName } from './action-texts.ts'

/** A bulk action that the user requested for the selected addresses. */
interface RequestedAction {
  readonly name: AddressActionName
  readonly addressIds: readonly string[]
  /** Only for `officialDocument`. */
  readonly document?: OfficialDocument | undefined
  readonly details?: Readonly<Record<string, string>>
  /** Reason and masking, if the user was asked for them. */
  readonly exportTerms?: ExportTerms
  /** Only for actions that make a sheet (`isSheetAction`); defaults to a workbook. */
  readonly format?: SheetFormat
}

export type SheetFormat = 'xlsx' | 'pdf'

/**
 * The action as a background task. Without a free-text reason the request names nobody, so it may be
 * stored on the device (`canPersistBody`) and started once the connection is back.
 */
export function buildActionRequest({
  name,
  addressIds,
  document,
  details,
  exportTerms,
  format,
}: RequestedAction): TaskRequest {
  const action = addressActions[name]
  return {
    label: document ? withDocumentName('{type} 생성', document) : action.label,
    path: format === 'pdf' && isSheetAction(name) ? surveyPdfPaths[name] : action.path,
    body: {
      address_ids: addressIds,
      ...(exportTerms?.reason && { reason: exportTerms.reason }),
      ...(document && { document_type: document, details: details ?? {} }),
    },
    ...((!exportTerms || hasNoFreeText(exportTerms)) && { canPersistBody: true }),
    itemCollection: 'addresses',
    requestedCount: addressIds.length,
    startedMessage: withDocumentName(action.started, document),
    doneMessage: withDocumentName(action.done, document),
    failedMessage: action.failed,
    ...(action.result === 'records' && { makesNoFile: true }),
  }
}

/** Whether the action makes a sheet, as a workbook or PDF. */
export function isSheetAction(name: AddressActionName): name is keyof typeof surveyPdfPaths {
  return name in surveyPdfPaths
}
