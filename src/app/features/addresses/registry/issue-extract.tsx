import { ScrollText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { useResting } from '../actions/use-resting.ts'

const ActionDialog = lazy(async () => ({ default: (await import('../actions/action-dialog.tsx')).ActionDialog }))

/** 등본 발급 for one address, where its register is read; asks first, as for many. */
export function IssueExtract({ addressId, isFirst }: { addressId: string; isFirst: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const resting = useResting()
  return (
    <>
      <Button
        size="sm"
        tone={isFirst ? 'primary' : 'secondary'}
        icon={<ScrollText size={14} strokeWidth={1.5} aria-hidden />}
        disabledReason={resting}
        onClick={() => setAsking(true)}
      >
        {isFirst ? '등본 발급' : '새로 발급'}
      </Button>
      <Suspense fallback={null}>
        {isAsking ? (
          <ActionDialog name="issue" addressIds={[addressId]} without={0} onClose={() => setAsking(false)} />
        ) : null}
      </Suspense>
    </>
  )
}
