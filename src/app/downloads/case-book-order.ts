import { caseBookExportTaskPath } from '#contract/real-estate.ts'
import type { DownloadOrder } from './task-steps.ts'

/** The case book as an Excel file made in the background: `filters` as the plain export takes them, nothing for the whole book. */
export function caseBookExportOrder(filters: Readonly<Record<string, string>> = {}): DownloadOrder {
  return {
    label: Object.keys(filters).length === 0 ? '사건부 전체 엑셀' : '사건부 엑셀',
    path: caseBookExportTaskPath,
    body: filters,
    ...(Object.keys(filters).length === 0 && { holdsNoNames: true }),
    startedMessage: '엑셀 내보내기를 시작했습니다. 파일이 준비되면 자동으로 내려받습니다.',
    doneMessage: '엑셀 파일이 다운로드되었습니다.',
  }
}
