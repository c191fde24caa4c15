import { useState } from 'react'
import { performAction } from '#app/action-history/perform-action.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { bookToast, formatWaitingNote } from '#app/records/actions/outcome-texts.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import { buildClaimDayEdits, type ClaimDay } from './claimed-cases.ts'

interface ClaimDayOfferProps {
  claimDay: ClaimDay
  /** Cases of the downloaded file without 비용청구일. */
  ids: readonly string[]
  onDone(): void
}

/**
 * Offered after a claim was downloaded: notes on its cases that they were claimed today. An
 * ordinary edit on the device, undone as one action.
 */
export function ClaimDayOffer({ claimDay, ids, onDone }: ClaimDayOfferProps) {
  const copy = useOfflineCopy()
  const toast = useToast()
  const { collection } = claimDay
  // The screens of the book undo it, too.
  const history = useActionHistory(copy, collection)
  const { undoIfNewest } = useHistoryCommands({ history, source: null, collection, toast })
  const [isBusy, setIsBusy] = useState(false)

  async function enterDay() {
    setIsBusy(true)
    const edits = await buildClaimDayEdits(copy, claimDay, { ids, day: getOfficeToday() })
    const count = formatNumber(edits.length)
    const { actionId, failure } = await performAction(
      { copy, history },
      { label: `비용청구일 입력 (${count}건)`, edits },
    )
    setIsBusy(false)
    if (failure !== null) return toast.error(`비용청구일을 입력하지 못했습니다. ${failure}`, bookToast)
    toast.success(
      `${count}건의 비용청구일을 오늘로 입력했습니다.${formatWaitingNote(copy.getStatus().connection === 'online')}`,
      { action: { label: '되돌리기', onSelect: () => undoIfNewest(actionId) } },
    )
    onDone()
  }

  return (
    <Button isBusy={isBusy} className="sm:mr-auto" onClick={() => void enterDay()}>
      비용청구일을 오늘로 입력 ({formatNumber(ids.length)}건)
    </Button>
  )
}
