import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { useApi } from '#app/session/api.tsx'
import { readFactor } from '#app/session/second-factor/factor-calls.ts'
import { FactorStatusView } from '#app/session/second-factor/factor-status-view.tsx'
import { factorPrompt, resolveFactorPrompt } from '#app/session/second-factor/fresh-factor.ts'
import { SecondFactorForm } from '#app/session/second-factor/second-factor-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'

/**
 * Asks for a fresh factor before a reveal, an export or an admin action. The action then continues,
 * with nothing typed lost.
 */
export function FreshFactorDialog() {
  const { isOpen } = useSnapshot(factorPrompt)
  if (!isOpen) return null
  return (
    <Dialog
      open
      isSticky
      width="narrow"
      title="2단계 인증"
      description="이 작업을 하려면 2단계 인증이 한 번 더 필요합니다. 인증하면 바로 이어집니다."
      onClose={() => resolveFactorPrompt(false)}
      actions={<Button onClick={() => resolveFactorPrompt(false)}>취소</Button>}
    >
      <FreshStep />
    </Dialog>
  )
}

function FreshStep() {
  const api = useApi()
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['factor'],
    queryFn: () => readFactor(api),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <FactorStatusView result={data} isBusy={isFetching} onRetry={() => void refetch()}>
      {(status) => <SecondFactorForm status={status} onPassed={() => resolveFactorPrompt(true)} />}
    </FactorStatusView>
  )
}
