import { useState } from 'react'
import type { ReceivablesRow } from '#domain/deposit-receivables.ts'
import { receivablesFileName, receivablesSheet } from '#domain/receivables-sheet.ts'
import { bookToast } from '#app/records/actions/outcome-words.ts'
import { writeOnDevice } from '#app/records/excel/write-on-device.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { saveFile } from '#app/ui/save-file.ts'

/** 엑셀 내보내기 of 미수금, made on this device from the figures that stand on the screen. */
export function useReceivablesSheet(rows: readonly ReceivablesRow[]): { isBusy: boolean; run(): Promise<void> } {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    async run() {
      setBusy(true)
      try {
        const total = receivablesSheet.total()
        const cells = rows.map((row) => receivablesSheet.rowOf(row))
        for (const line of cells) total.add(line)
        const file = await writeOnDevice(receivablesSheet, new AbortController().signal, (write) => {
          write(cells)
          return Promise.resolve(total.row())
        })
        saveFile(receivablesFileName(officeToday()), file)
        toast.success('엑셀 파일이 다운로드되었습니다.', bookToast)
      } catch {
        toast.error('엑셀 파일 생성 실패')
      }
      setBusy(false)
    },
  }
}
