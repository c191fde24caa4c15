import { refreshOnArrival } from '../screen/refresh-on-arrival.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import { noteImport } from './import-action.ts'
import { ImportDialog, type ImportDialogProps } from './import-dialog.tsx'

interface ScreenImportProps extends Pick<ImportDialogProps, 'noun' | 'intro' | 'onClose'> {
  screen: Pick<ScreenState, 'copy' | 'history' | 'commands' | 'source' | 'book' | 'toast'>
  /** Absent: `import_excel/` under the book's own path. */
  path?: string | undefined
  /** `failed` stands before the reason. */
  words?: { readonly done: string; readonly failed: string }
}

/** 엑셀 가져오기 on the screen of its book: what came in is one step that can be undone, and shows when it has arrived. */
export function ScreenImport({ screen, path, words = usualWords, ...dialog }: ScreenImportProps) {
  const { copy, history, commands, source, book, toast } = screen
  return (
    <ImportDialog
      {...dialog}
      path={path ?? `${book.description.path}import_excel/`}
      onFailed={(reason) => toast.error(words.failed + reason)}
      onImported={(report) => {
        dialog.onClose()
        const actId = noteImport({ copy, history, collection: book.collection }, report)
        toast.success(words.done, { action: { label: '되돌리기', onSelect: () => commands.undoAction(actId) } })
        copy.syncNow()
        refreshOnArrival(source)
      }}
    />
  )
}

const usualWords = { done: '엑셀 데이터가 성공적으로 입력되었습니다.', failed: '엑셀 입력 실패: ' }
