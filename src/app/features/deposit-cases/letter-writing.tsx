import { FileText } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { maxLetterCases } from '#contract/deposit-cases/deposit-cases.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { stoppedPaperText } from '#domain/keeping/stopped-words.ts'
import { bookToast } from '#app/records/actions/outcome-words.ts'
import type { SelectionAction } from '#app/records/screen/selection-actions.tsx'
import type { ScreenState } from '#app/records/screen/use-screen-state.ts'
import type { RowAction } from '#app/ui/data-table/data-table-props.ts'
import { LetterDialog } from './letter-dialog.tsx'

/** 공문 for one case, from its row or panel, and for all selected ones, from the toolbar. */
export interface LetterWays {
  readonly ofRow: RowAction
  readonly ofChosen: SelectionAction
}

/** Wraps a table of cases and opens the letter window over it. */
export function LetterWriting({ screen, children }: { screen: ScreenState; children(ways: LetterWays): ReactNode }) {
  const [letterRows, setLetterRows] = useState<readonly SourceRow[] | null>(null)
  // The server refuses letters about a case whose processing is stopped.
  const ofRow = (row: SourceRow) => (row.stopped ? screen.toast.error(stoppedPaperText) : setLetterRows([row]))
  const ofChosen = (rows: readonly SourceRow[]) => {
    if (rows.length > maxLetterCases) return screen.toast.warning(tooMany, bookToast)
    if (rows.length > 0) setLetterRows(rows)
  }
  return (
    <>
      {children({
        ofRow: { key: 'letter', label: '공문 작성', icon, run: ofRow },
        ofChosen: { key: 'letter', label: '선택 공문', icon, run: ofChosen },
      })}
      {letterRows ? <LetterDialog rows={letterRows} onClose={() => setLetterRows(null)} /> : null}
    </>
  )
}

const icon = <FileText size={16} strokeWidth={1.5} aria-hidden />
const tooMany = `공문 하나에는 ${maxLetterCases}건까지 담을 수 있습니다. 나누어 선택해 주세요.`
