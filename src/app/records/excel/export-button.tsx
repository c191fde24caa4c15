import { Download } from 'lucide-react'
import { Button } from '#app/ui/buttons/button.tsx'
import { useExcelExport, type ExcelExportNeed } from './use-excel-export.ts'

/** 엑셀 내보내기; while the file is made, the same button shows how far it is and cancels. */
export function ExportButton(need: ExcelExportNeed) {
  const { progress, run, cancel } = useExcelExport(need)
  return (
    <Button icon={<Download size={16} strokeWidth={1.5} />} onClick={progress === null ? run : cancel}>
      {progress === null ? '엑셀 내보내기' : `내보내기 취소 (${Math.round(progress * 100)}%)`}
    </Button>
  )
}
