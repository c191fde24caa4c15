import { FileSpreadsheet } from 'lucide-react'
import { Button } from '#app/ui/buttons/button.tsx'
import type { useFigureSheet } from './use-figure-sheet.ts'

/** 엑셀 내보내기 in the head of a report. */
export function SheetButton({ sheet }: { sheet: ReturnType<typeof useFigureSheet> }) {
  return (
    <Button
      icon={<FileSpreadsheet size={16} strokeWidth={1.5} />}
      isBusy={sheet.isBusy}
      onClick={() => void sheet.run()}
    >
      엑셀 내보내기
    </Button>
  )
}
