import { josa } from 'es-hangul'
import {
  addressActions,
  officialDocuments,
  surveyPaperPaths,
  type AddressActionName,
  type OfficialDocument,
} from '#contract/addresses/address-actions.ts'
import type { TakeOut } from '#contract/take-out.ts'
import { holdsNoWords } from '#app/downloads/order-reason.ts'
import type { DownloadOrder } from '#app/downloads/task-steps.ts'

/** A bulk action as it is asked for (spec 2 §7): for these addresses, and of which paper. */
export interface AskedAction {
  readonly name: AddressActionName
  readonly addressIds: readonly string[]
  /** Of `officialDocument` alone. */
  readonly document?: OfficialDocument | undefined
  readonly details?: Readonly<Record<string, string>>
  /** Why the files are taken out. */
  readonly takeOut?: TakeOut
  /** Of the two that are a sheet; absent: a workbook. */
  readonly format?: SheetFormat
}

export type SheetFormat = 'xlsx' | 'pdf'

/** What is said of an action: its contract's words with the count and the paper in them. */
export function actionText(
  words: string,
  { addressIds, document }: Pick<AskedAction, 'addressIds' | 'document'>,
): string {
  return withPaper(words, document).replace('{n}', addressIds.length.toLocaleString('ko-KR'))
}

/** The action as a task of the list: it holds ids alone, so it is asked for later where there is no network, and once. */
export function addressOrder({ name, addressIds, document, details, takeOut, format }: AskedAction): DownloadOrder {
  const action = addressActions[name]
  return {
    label: document ? withPaper('{type} 생성', document) : action.label,
    path: format === 'pdf' && isOfSheet(name) ? surveyPaperPaths[name] : action.path,
    body: {
      address_ids: addressIds,
      ...(takeOut?.reason && { reason: takeOut.reason }),
      ...(document && { document_type: document, details: details ?? {} }),
    },
    ...((!takeOut || holdsNoWords(takeOut)) && { holdsNoNames: true }),
    itemsIn: 'addresses',
    fileCount: addressIds.length,
    startedMessage: withPaper(action.taken, document),
    doneMessage: withPaper(action.done, document),
    failedMessage: action.failed,
    ...(action.made === 'records' && { makesNoFile: true }),
  }
}

/** Whether it makes a workbook, or the same as a paper. */
export function isOfSheet(name: AddressActionName): name is keyof typeof surveyPaperPaths {
  return name in surveyPaperPaths
}

const paths = new Set<string>([
  ...Object.values(addressActions).map(({ path }) => path),
  ...Object.values(surveyPaperPaths),
])

/** Whether a task is one of these. */
export function isAddressTask({ path }: { path: string }): boolean {
  return paths.has(path)
}

/** `{type}을(를)` as it is read with the paper's name. */
function withPaper(words: string, document: OfficialDocument | undefined): string {
  const label = officialDocuments.find(({ value }) => value === document)?.label
  if (label === undefined) return words
  return words.replace('{type}을(를)', josa(label, '을/를')).replace('{type}', label)
}
