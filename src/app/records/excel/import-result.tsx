import { FileCheck2, X } from 'lucide-react'
import { useEffect } from 'react'
import { useHistoryState } from '#app/action-history/use-action-history.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'

interface ImportResultProps {
  screen: Pick<ScreenState, 'history' | 'commands' | 'recordSearch' | 'state' | 'book'>
}

/**
 * Result of this screen's last import, until it is closed, the import is undone or the person
 * leaves the screen. Survives a reload.
 */
export function ImportResult({ screen }: ImportResultProps) {
  const { history, commands, recordSearch, state, book } = screen
  const { imported } = useHistoryState(history)
  const latestActionId = useLatest(imported?.actionId)
  useEffect(
    () => () => {
      const actionId = latestActionId()
      if (actionId !== undefined) void history.dismissImport(actionId)
    },
    [history, latestActionId],
  )
  if (imported === null) return null
  const { actionId, created, changed, shownBy } = imported
  const otherFilters = state.search.filters.filter(({ field }) => field !== 'id')

  function undoImport() {
    commands.undoRegardless(actionId)
    // Remove the import's filter; its list would be empty now.
    if (otherFilters.length < state.search.filters.length) state.change({ filters: otherFilters })
  }
  return (
    <section
      aria-label="가져오기 결과"
      data-screen-only
      className="mb-2 flex shrink-0 flex-wrap items-center gap-x-3 rounded-control border border-primary bg-primary-wash pl-3"
    >
      <FileCheck2 size={16} strokeWidth={1.5} aria-hidden className="shrink-0 text-primary" />
      <p role="status" className="font-semibold">
        엑셀 가져오기: {formatResult(created, changed)}
      </p>
      <Button tone="transparent" onClick={undoImport}>
        되돌리기
      </Button>
      {shownBy ? (
        <Button tone="transparent" onClick={() => state.change({ ...recordSearch.empty, filters: [shownBy] })}>
          가져온 {book.noun} 보기
        </Button>
      ) : null}
      <Button
        tone="transparent"
        className="ml-auto"
        aria-label="가져오기 결과 닫기"
        icon={<X size={16} strokeWidth={1.5} aria-hidden />}
        onClick={() => void history.dismissImport(actionId)}
      />
    </section>
  )
}

function formatResult(created: number, changed: number): string {
  if (changed === 0) return `${formatNumber(created)}건 가져옴`
  if (created === 0) return `${formatNumber(changed)}건 변경됨`
  return `${formatNumber(created)}건 가져옴, ${formatNumber(changed)}건 변경됨`
}
