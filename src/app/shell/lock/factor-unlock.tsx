import { useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { FactorStatusView } from '#app/session/second-factor/factor-status-view.tsx'
import { factorPrompt, resolveFactorPrompt } from '#app/session/second-factor/fresh-factor.ts'
import { RecoveryCodes } from '#app/session/second-factor/recovery-codes.tsx'
import { SecondFactorForm } from '#app/session/second-factor/second-factor-form.tsx'
import { useServerQuery } from '#app/session/server-query.ts'
import { broadcastSessionEvent } from '#app/session/session-channel.ts'
import { session, useSession } from '#app/session/session-store.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { factorPath, factorStatusSchema } from '#contract/session/second-factor.ts'
import { queryClient } from '../query-client.ts'
import { FactorPrompt, getFactorTexts, useFactorStatus } from './factor-steps.tsx'
import { SignOutButton, UnsentNote } from './lock-parts.tsx'

/**
 * Covers the office's data until the second factor is given. A user who must have a factor but has
 * none is guided through the set-up.
 */
export function FactorUnlock() {
  const { user, factorReason } = useSession()
  const factorResult = useFactorStatus()
  const { result } = factorResult
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const proceed = useContinueAfterFactor()
  // The factor was given in another tab.
  const isPassed = result?.ok === true && result.value.needs === null && codes === null
  useEffect(() => {
    if (isPassed) proceed()
  }, [isPassed, proceed])
  if (codes) return <RecoveryCodes codes={codes} onDone={proceed} />
  const { title, lead } = getFactorTexts(factorReason ?? 'pass')
  return (
    <section aria-labelledby="second-step" className="flex flex-col gap-4">
      <h1 id="second-step" className="text-title font-semibold">
        {title}
      </h1>
      <p className="text-ink-2">
        {user?.nickname} 님, {lead}
      </p>
      <UnsentNote />
      <FactorPrompt factorResult={factorResult} onPassed={proceed} onCodes={setCodes} />
      <SignOutButton />
    </section>
  )
}

/** Sends waiting edits and repeats the queries that were refused. */
function useContinueAfterFactor(): () => void {
  const copy = useOfflineCopy()
  return useCallback(() => {
    if (session.factorReason === 'enrol') broadcastSessionEvent({ type: 'factor_passed' })
    session.factorReason = null
    copy.syncNow()
    void queryClient.invalidateQueries()
  }, [copy])
}

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
