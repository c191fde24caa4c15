import { bookOf } from '#contract/books/collections.ts'
import { cardUsageFileNames, cardUsageSheet, type SheetUse } from '#domain/sheets/card-usage-sheet.ts'
import type { ExportOrder } from '#app/records/excel/export-records.ts'
import { ScreenImport } from '#app/records/excel/screen-import.tsx'
import { exportFailedText, sheetWordsOf } from '#app/records/excel/sheet-words.ts'
import { useExcelExport } from '#app/records/excel/use-excel-export.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { serverQuestion } from './card-search.ts'
import type { CardScreenState } from './use-card-screen.ts'

/** 엑셀 내보내기 of the displayed rows: by the server, or from this device's rows when offline. */
export function useCardExport(screen: CardScreenState): { isBusy: boolean; run(): void } {
  const toast = useToast()
  const words = sheetWordsOf(bookOf('card-usage'))
  const { progress, run } = useExcelExport({
    copy: screen.copy,
    order: () => cardExportOrder(screen),
    onDone: (note) => toast.success(words.exported + note),
    onFailed: (reason) => toast.error(exportFailedText(words, reason)),
  })
  return { isBusy: progress !== null, run }
}

/** The uses of the period as a sheet. */
export function cardExportOrder({ query, state }: Pick<CardScreenState, 'query' | 'state'>): ExportOrder {
  const params = serverQuestion(state.search)
  return {
    collection: 'card-usage',
    query,
    fileName: cardUsageFileNames(officeToday()).korean,
    fromServer: params && { path: `${bookOf('card-usage').path}export_excel`, params },
    sheet: { ...cardUsageSheet, rowOf: ({ record }) => cardUsageSheet.rowOf(record as unknown as SheetUse) },
  }
}

/**
 * 엑셀 가져오기 of a card statement: maps its columns first and recognises existing uses by approval
 * number.
 */
export function CardImport({ screen, onClose }: { screen: CardScreenState; onClose(): void }) {
  return (
    <ScreenImport
      screen={screen}
      intro="카드사에서 내려받은 이용내역(.xlsx, .xls, .csv), 10MB 이하. 컬럼 제목을 먼저 확인해 연결하고, 이미 있는 승인번호는 가져오지 않습니다."
      onClose={onClose}
    />
  )
}
