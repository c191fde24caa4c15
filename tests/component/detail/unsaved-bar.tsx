import { useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import type { OnEdit } from '#app/ui/data-table/editing/edit-action.ts'
import type { PendingCells } from '#app/ui/data-table/pending/pending-cells-types.ts'
import { useUnsavedRows } from '#app/ui/detail-panel/use-detail-panel.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { formatNumber } from '#contract/text/format-number.ts'

interface UnsavedBarProps {
  cells: PendingCells
  onEdit: OnEdit
  /** Shown by the screen as a toast. */
  onMessage: (message: { type: 'warning'; text: string }) => void
}

/**
 * 저장 and 취소 for a table whose edits wait (`useSharedCells` with `defersEdits`); saves all rows as
 * one action. Renders nothing while nothing waits.
 */
export function UnsavedBar({ cells, onEdit, onMessage }: UnsavedBarProps) {
  const rows = useUnsavedRows(cells)
  const [isAsking, setIsAsking] = useState(false)
  if (rows.length === 0) return null
  const count = formatNumber(rows.length)

  function save() {
    if (cells.save(rows, onEdit)) return
    onMessage({ type: 'warning', text: '확인이 필요한 셀이 있어 저장하지 않았습니다. 표시된 셀을 고쳐 주세요.' })
  }

  function discard() {
    setIsAsking(false)
    for (const rowId of rows) cells.discard(rowId)
  }

  return (
    <div className="flex flex-wrap items-center gap-2 border bg-primary-wash px-3 py-1.5">
      <p role="status" className="mr-auto text-label font-medium">
        저장하지 않은 변경이 {count}개 기록에 있습니다.
      </p>
      <Button onClick={() => setIsAsking(true)}>취소</Button>
      <Button tone="primary" onClick={save}>
        저장
      </Button>
      <Dialog
        open={isAsking}
        width="narrow"
        title="변경을 버릴까요?"
        description={`저장하지 않은 ${count}개 기록의 변경이 모두 사라집니다.`}
        onClose={() => setIsAsking(false)}
        actions={
          <>
            <Button onClick={() => setIsAsking(false)}>계속 입력</Button>
            <Button tone="danger" onClick={discard}>
              버리기
            </Button>
          </>
        }
      />
    </div>
  )
}
