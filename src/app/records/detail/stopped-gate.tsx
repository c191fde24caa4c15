import { createContext, type ReactNode, use, useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import type { CollectionName } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { ViewDetails } from '#contract/sync/view-reports.ts'
import { stoppedReasons } from '#domain/retention/stopped-texts.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useReasonChoice } from '../export-reason/reason-choice.tsx'

interface GatedRecord {
  readonly collection: CollectionName
  readonly id: string | null
  readonly place: NonNullable<ViewDetails['place']>
}

/**
 * Reason given for opening a record under 처리정지 (processing stopped). Also applies to the record's
 * parts inside.
 */
const AccessReason = createContext<string | null>(null)

export function useAccessReason(): string | null {
  return use(AccessReason)
}

/**
 * Asks for a reason before a record under 처리정지 (processing stopped) is shown, each time it is
 * opened. The reason is logged with the read in the trail.
 */
export function useStoppedGate({ viewLog }: Pick<OfflineCopy, 'viewLog'>, { collection, id, place }: GatedRecord) {
  const inherited = useAccessReason()
  const [granted, setGranted] = useState<{ readonly id: string; readonly reason: string } | null>(null)
  // Coming back to the record asks again.
  if (granted !== null && granted.id !== id) setGranted(null)
  const reason = granted?.id === id ? granted.reason : inherited
  /** Stored on the device before anything of the record is shown. */
  async function grantAccess(recordId: string, reasonText: string) {
    viewLog.logView({ act: 'read', collection, recordId, about: { place, reason: reasonText } })
    await viewLog.flush()
    setGranted({ id: recordId, reason: reasonText })
  }
  return {
    renderPrompt: (row: SourceRow): ReactNode =>
      row.stopped && reason === null ? (
        <StoppedGate key={row.id} onReason={(reasonText) => void grantAccess(row.id, reasonText)} />
      ) : null,
    onShown(recordId: string) {
      if (granted?.id === recordId) return
      viewLog.logView({
        act: 'read',
        collection,
        recordId,
        about: { place, ...(inherited !== null && { reason: inherited }) },
      })
    },
    /** Wraps what is shown of the record. */
    within: (content: ReactNode): ReactNode => <AccessReason value={reason}>{content}</AccessReason>,
  }
}

function StoppedGate({ onReason }: { onReason(reason: string): void }) {
  const [defaultReason] = stoppedReasons
  const choice = useReasonChoice({ reasons: stoppedReasons, getInitialReason: () => defaultReason })
  return (
    <form
      aria-label="처리정지 기록 열람"
      className="flex max-w-md flex-col gap-3 py-2"
      onSubmit={(event) => {
        event.preventDefault()
        const reason = choice.read()
        if (reason !== null) onReason(reason)
      }}
    >
      <p className="text-ink-2">
        정보주체의 요청으로 처리를 정지한 기록입니다(개인정보 보호법 제37조). 열람하려면 사유를 선택해 주세요.
      </p>
      {choice.fields}
      <div>
        <Button type="submit" tone="primary">
          열람
        </Button>
      </div>
      <p className="text-label text-ink-3">누가 언제 왜 열람했는지 접속기록에 남습니다.</p>
    </form>
  )
}
