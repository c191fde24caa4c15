import { useState } from 'react'
import type { Sheet } from '#domain/sheets/record-sheet.ts'
import { bookToast } from '#app/records/actions/outcome-words.ts'
import { writeOnDevice } from '#app/records/excel/write-on-device.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { saveFile } from '#app/ui/save-file.ts'

/** 엑셀 내보내기 of a report, made on this device from the figures on the screen. */
export function useFigureSheet<Row>(
  rows: readonly Row[],
  getSheet: () => { readonly sheet: Sheet<Row>; readonly fileName: string },
): { isBusy: boolean; run(): Promise<void> } {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    async run() {
      setBusy(true)
      try {
        const { sheet, fileName } = getSheet()
        const total = sheet.total()
        const cells = rows.map((row) => sheet.rowOf(row))
        for (const line of cells) total.add(line)
        const file = await writeOnDevice(sheet, new AbortController().signal, (write) => {
          write(cells)
          return Promise.resolve(total.row())
        })
        saveFile(fileName, file)
        toast.success('엑셀 파일이 다운로드되었습니다.', bookToast)
      } catch {
        toast.error('엑셀 파일 생성 실패')
      }
      setBusy(false)
    },
  }
}
