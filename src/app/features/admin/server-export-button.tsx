import { Download } from 'lucide-react'
import { useState } from 'react'
import { useExportReasonPrompt } from '#app/records/export-reason/export-reason-dialog.tsx'
import { toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { saveFile } from '#app/ui/browser/save-file.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useScreenCommand } from '#app/ui/buttons/screen-commands.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { exportTermsParams } from '#contract/trail/export-reason.ts'

interface ServerExportButtonProps {
  /** Defaults to 엑셀 내보내기. */
  label?: string
  /** Path of the export call. */
  path: string
  query: Readonly<Record<string, string>>
  /** What the file will contain (`export-scope.ts`). */
  scope: string
  /** Called once the file has arrived: names contain the date, and windows stay open overnight. */
  fileName(): string
  /** Whether the file has masked values that the user may ask to see in full. */
  canUnmask?: boolean
}

/** Downloads the server's file with all rows of the current query. */
export function ServerExportButton({
  label = '엑셀 내보내기',
  path,
  query,
  scope,
  fileName,
  canUnmask = false,
}: ServerExportButtonProps) {
  const api = useApi()
  const toast = useToast()
  const confirmExport = useExportReasonPrompt()
  const [isBusy, setIsBusy] = useState(false)

  async function download() {
    const exportTerms = await confirmExport({ title: label, actionName: '내보내기', scope, canUnmask })
    if (!exportTerms) return
    setIsBusy(true)
    const searchParams = { ...query, ...exportTermsParams(exportTerms) }
    const file = await toResult(api.get(path, { searchParams, timeout: 120_000 }).blob())
    setIsBusy(false)
    if (!file.ok) return toast.error(file.problem.message)
    saveFile(fileName(), file.value)
  }

  useScreenCommand('엑셀 내보내기', () => void download())
  return (
    <Button icon={<Download size={16} strokeWidth={1.5} />} isBusy={isBusy} onClick={() => void download()}>
      {label}
    </Button>
  )
}
