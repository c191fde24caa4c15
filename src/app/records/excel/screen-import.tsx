import { refreshOnArrival } from '../screen/refresh-on-arrival.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import { getSheetWordings } from './export-records.ts'
import { addImportToHistory } from './import-action.ts'
import { ImportDialog, type ImportDialogProps } from './import-dialog.tsx'

interface ScreenImportProps extends Pick<ImportDialogProps, 'intro' | 'initialFile' | 'onClose'> {
  screen: Pick<ScreenState, 'copy' | 'history' | 'source' | 'book' | 'toast'>
  /** Default: `import_excel/` under the book's own path. */
  path?: string | undefined
}

/**
 * 엑셀 가져오기 on the book's screen. The import is one undoable step, and its result shows when it
 * arrives.
 */
export function ScreenImport({ screen, path, ...dialog }: ScreenImportProps) {
  const { copy, history, source, book, toast } = screen
  const texts = getSheetWordings(book)
  return (
    <ImportDialog
      {...dialog}
      book={book}
      path={path ?? `${book.path}import_excel/`}
      onFailed={(reason) => toast.error(texts.importFailed.replace('{reason}', () => reason))}
      onImported={(report) => {
        addImportToHistory({ copy, history, collection: book.collection }, report)
        toast.success(texts.imported)
        copy.syncNow()
        refreshOnArrival(source)
      }}
    />
  )
}
