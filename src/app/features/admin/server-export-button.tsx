import { Download } from 'lucide-react'
import { useExportReasonPrompt } from '#app/records/export-reason/export-reason-dialog.tsx'
import { useServerAction } from '#app/session/server-action.ts'
import { saveFile } from '#app/ui/browser/save-file.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useScreenCommand } from '#app/ui/buttons/screen-commands.ts'
import { type ExportTerms, exportTermsParams } from '#contract/trail/export-reason.ts'

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
  const confirmExport = useExportReasonPrompt()
  const { isBusy, run } = useServerAction({
    send: (api, terms: ExportTerms) =>
      api.get(path, { searchParams: { ...query, ...exportTermsParams(terms) }, timeout: 120_000 }).blob(),
    onDone: (file) => saveFile(fileName(), file),
  })

  async function download() {
    const exportTerms = await confirmExport({ title: label, actionName: '내보내기', scope, canUnmask })
    if (exportTerms) await run(exportTerms)
  }

  useScreenCommand('엑셀 내보내기', () => void download())
  return (
    <Button icon={<Download size={16} strokeWidth={1.5} />} isBusy={isBusy} onClick={() => void download()}>
      {label}
    </Button>
  )
}
