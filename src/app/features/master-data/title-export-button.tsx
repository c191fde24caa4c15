import { Download } from 'lucide-react'
import { useState } from 'react'
import { titleExportFileNames } from '#contract/master-data.ts'
import { useApi } from '#app/session/api.tsx'
import { exportRecords } from '#app/session/record-book/export-records.ts'
import { bookToast } from '#app/session/record-book/outcome-words.ts'
import { Button } from '#app/ui/button.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { useToast } from '#app/ui/toast.tsx'
import { masterQuery } from './master-search.ts'
import { titleSheet } from './title-sheet.ts'
import type { MasterDesk } from './use-master-desk.ts'

/** 엑셀 내보내기 of what the filters show, written on this device: the list is small and its names stand here already. */
export function TitleExportButton({ desk }: { desk: MasterDesk }) {
  const { copy, state, lists } = desk
  const api = useApi()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)

  async function run() {
    setBusy(true)
    const { signal } = new AbortController()
    const outcome = await exportRecords(
      { copy, api, signal, onProgress: () => undefined },
      {
        collection: 'titles',
        query: masterQuery(state.search),
        fileName: titleExportFileNames(officeToday()).korean,
        fromServer: null,
        sheet: titleSheet(lists),
      },
    )
    setBusy(false)
    if (outcome === 'done') toast.success('엑셀 파일이 다운로드되었습니다.', bookToast)
    else toast.error('엑셀 다운로드 실패')
  }

  return (
    <Button icon={<Download size={16} strokeWidth={1.5} />} isBusy={isBusy} onClick={() => void run()}>
      엑셀 내보내기
    </Button>
  )
}
