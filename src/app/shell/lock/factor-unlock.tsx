import { useCallback, useEffect, useState } from 'react'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { RecoveryCodes } from '#app/session/second-factor/recovery-codes.tsx'
import { broadcastSessionEvent } from '#app/session/session-channel.ts'
import { session, useSession } from '#app/session/session-store.ts'
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
