import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { useApi } from '#app/session/api.tsx'
import { exportRecords } from '#app/session/record-book/export-records.ts'
import { Button } from '#app/ui/button.tsx'
import { quickExportOrder } from './quick-export-order.ts'
import { quickToast } from './quick-words.ts'
import type { QuickDesk } from './use-quick-desk.ts'

const icon = { size: 16, strokeWidth: 1.5 }

/** Excel export of what search and filters show, with the balance after each record; made on this device, so unsent records are in it. */
export function QuickExport({ desk: { copy, state, toast } }: { desk: QuickDesk }) {
  const api = useApi()
  const [progress, setProgress] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)

  async function run() {
    const abort = new AbortController()
    running.current = abort
    setProgress(0)
    const order = await quickExportOrder(copy, state.search)
    const outcome = await exportRecords({ copy, api, signal: abort.signal, onProgress: setProgress }, order)
    setProgress(null)
    if (outcome === 'done') toast.success('엑셀 파일이 다운로드되었습니다.', quickToast)
    else if (outcome === 'failed') toast.error('엑셀 파일 생성에 실패했습니다.', quickToast)
  }

  const isRunning = progress !== null
  return (
    <Button icon={<Download {...icon} />} onClick={() => (isRunning ? running.current?.abort() : void run())}>
      {isRunning ? `내보내기 취소 (${Math.round(progress * 100)}%)` : '엑셀 내보내기'}
    </Button>
  )
}
