import { josa } from 'es-hangul'
import { isFinished } from '#app/downloads/download-task.ts'
import { type DownloadRequest, hasNoFreeText } from '#app/downloads/task-steps.ts'
import { useDownloadTaskList } from '#app/downloads/use-download-tasks.tsx'
import {
  type AddressActionName,
  addressActions,
  type OfficialDocument,
  officialDocuments,
  surveyPdfPaths,
} from '#contract/addresses/address-actions.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { ExportTerms } from '#contract/trail/export-reason.ts'

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

/** Fills the count and the document name into a text of an action. */
export function fillActionText(
  text: string,
  { addressIds, document }: Pick<RequestedAction, 'addressIds' | 'document'>,
): string {
  return withDocumentName(text, document).replace('{n}', formatNumber(addressIds.length))
}

/** What the action changes and produces, in Korean; shown in the confirmation. */
export function describeActionEffects(name: AddressActionName, document?: OfficialDocument): string {
  return [requestTexts[name], document === 'cost_claim' ? costClaimText : ''].filter((text) => text !== '').join(' ')
}

const costClaimText = '한 통마다 올해의 다음 문서번호를 매겨 공문으로도 보관합니다.'

const requestTexts: Readonly<Record<AddressActionName, string>> = {
  issue: '등기부등본을 새로 발급해 주소마다 보관합니다. 이전 등본과 달라진 내용이 있으면 주소에 표시합니다.',
  download: '주소마다 가장 최근 등본을 PDF로 모아 ZIP 파일 하나로 내려받습니다. 기록은 바뀌지 않습니다.',
  refreshOwners:
    '등기부등본을 새로 발급해 보관하고 소유자를 확인합니다. 소유자가 비어 있으면 등본대로 기록하고, 지금 기록과 다르면 바꾸기 전에 주소에서 확인을 받습니다.',
  landSurvey:
    '토지의 소재지·지번·지목·면적·편입면적과 소유자·관계인을 토지조서로 만들어 내려받습니다. 기록은 바뀌지 않습니다.',
  compensation:
    '편입면적과 단가로 보상액을 계산해 토지마다 보상액에 기록하고, 산정조서로 만들어 내려받습니다. 이미 적힌 보상액도 바뀌며, 이전 값은 변경 이력에 남습니다.',
  officialDocument: '주소마다 한 통씩 만들어 PDF 파일 하나로 내려받습니다.',
}

/**
 * The action as a download task. Without a free-text reason the request names nobody, so it may be
 * stored on the device (`canPersistBody`) and started once the connection is back.
 */
export function buildActionRequest({
  name,
  addressIds,
  document,
  details,
  exportTerms,
  format,
}: RequestedAction): DownloadRequest {
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

const actionPaths = new Set<string>([
  ...Object.values(addressActions).map(({ path }) => path),
  ...Object.values(surveyPdfPaths),
])

/** Whether a download task is one of these actions. */
function isAddressTask({ path }: { path: string }): boolean {
  return actionPaths.has(path)
}

/** Fills in the document's name, with the right particle for `{type}을(를)`. */
function withDocumentName(text: string, document: OfficialDocument | undefined): string {
  const label = officialDocuments.find(({ value }) => value === document)?.label
  if (label === undefined) return text
  return text.replace('{type}을(를)', josa(label, '을/를')).replace('{type}', label)
}

/** Why no other action on addresses can start now (one is running), or undefined. */
export function useActionsDisabledReason(): string | undefined {
  const isRunning = useDownloadTaskList().some((task) => !isFinished(task) && isAddressTask(task))
  return isRunning ? '다른 부동산 작업이 진행 중입니다. 끝난 뒤에 시작해 주세요.' : undefined
}

/**
 * The addresses of any book's rows: the rows themselves, or the addresses they refer to.
 * `skippedCount`: number of rows without one.
 */
export function collectAddressIds(
  collection: string,
  rows: readonly SourceRow[],
): { readonly addressIds: readonly string[]; readonly skippedCount: number } {
  const ids = rows.map(({ id, record }) => (collection === 'addresses' ? id : record['address_id']))
  const known = ids.filter((id) => typeof id === 'string')
  return { addressIds: [...new Set(known)], skippedCount: ids.length - known.length }
}
