import { isImeKey } from '#app/ui/text-editing/composition.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'

/** Two values for one field: ours in the outbox and the one someone else wrote meanwhile. */
export interface Conflict {
  readonly opId: string
  readonly mine: string
  readonly theirs: string
  readonly by: string
  /** ISO timestamp with offset; null when unknown. */
  readonly at: string | null
}

interface ConflictCardProps {
  conflict: Conflict
  onChoice: (choice: 'mine' | 'theirs') => void
  onLeave: () => void
}

/** Asks which value to keep. Money, dates and status are never merged automatically. */
export function ConflictCard({ conflict, onChoice, onLeave }: ConflictCardProps) {
  return (
    <div
      role="group"
      aria-label="겹친 수정"
      className="flex flex-col gap-2 p-3"
      onKeyDown={(event) => {
        if (isImeKey(event) || event.key !== 'Escape') return
        event.stopPropagation()
        onLeave()
      }}
    >
      <p className="text-label text-ink-2">
        <span className="font-semibold text-ink">{conflict.by}</span> 님이
        {conflict.at ? ` ${formatMoment(conflict.at)}에` : ''} 같은 항목을 수정했습니다.
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-table">
        <dt className="text-ink-3">내 값</dt>
        <dd className="tabular font-semibold">{conflict.mine || '(비어 있음)'}</dd>
        <dt className="text-ink-3">상대 값</dt>
        <dd className="tabular font-semibold text-danger">{conflict.theirs || '(비어 있음)'}</dd>
      </dl>
      <div className="flex gap-2">
        <ChoiceButton label="내 값 유지" onPress={() => onChoice('mine')} />
        <ChoiceButton label="상대 값 사용" onPress={() => onChoice('theirs')} />
      </div>
    </div>
  )
}

function ChoiceButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="h-8 flex-1 rounded-control border border-rule-strong px-3 text-label font-semibold whitespace-nowrap hover:bg-paper-sunk coarse:h-11"
    >
      {label}
    </button>
  )
}
