import { useSnapshot } from 'valtio'
import { FactorStatusView } from '#app/session/second-factor/factor-status-view.tsx'
import { factorPrompt, resolveFactorPrompt } from '#app/session/second-factor/fresh-factor.ts'
import { SecondFactorForm } from '#app/session/second-factor/second-factor-form.tsx'
import { useServerQuery } from '#app/session/server-query.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { factorPath, factorStatusSchema } from '#contract/session/second-factor.ts'

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
  const query = useServerQuery(factorPath, factorStatusSchema, { queryKey: ['factor'], gcTime: 0 })
  return (
    <FactorStatusView {...query}>
      {(status) => <SecondFactorForm status={status} onPassed={() => resolveFactorPrompt(true)} />}
    </FactorStatusView>
  )
}
