import { depositExportTaskPath } from '#contract/deposit-cases.ts'
import { takeOutParams, type TakeOut } from '#contract/take-out.ts'
import { holdsNoWords } from './order-reason.ts'
import type { DownloadOrder } from './task-steps.ts'

/** The whole register of deposit cases as an Excel file made in the background. */
export function depositRegisterOrder(takeOut: TakeOut): DownloadOrder {
  return {
    label: '공탁 사건 전체 엑셀',
    path: depositExportTaskPath,
    body: takeOutParams(takeOut),
    ...(holdsNoWords(takeOut) && { holdsNoNames: true }),
    startedMessage: '엑셀 내보내기를 시작했습니다. 파일이 준비되면 자동으로 내려받습니다.',
    doneMessage: '엑셀 파일이 다운로드되었습니다.',
  }
}
