import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import type { Result } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { readFactor } from '#app/session/second-factor/factor-calls.ts'
import { FactorStatusView } from '#app/session/second-factor/factor-status-view.tsx'
import { RecoveryCodes } from '#app/session/second-factor/recovery-codes.tsx'
import { SecondStep } from '#app/session/second-factor/second-step.tsx'
import { SetUpStep } from '#app/session/second-factor/set-up-step.tsx'
import { broadcastSessionEvent } from '#app/session/session-channel.ts'
import { session, useSession } from '#app/session/session-store.ts'
import { SignInButton } from '#app/session/sign-in-button.tsx'
import { signOut } from '#app/session/sign-out.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import type { FactorReason } from '#contract/problem.ts'
import type { FactorStatus } from '#contract/session/second-factor.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { queryClient } from '../query-client.ts'
import { unlockAll } from './screen-lock.ts'

/**
 * Covers the office's data until the second factor is given. A user who must have a factor but has
 * none is guided through the set-up.
 */
export function FactorUnlock() {
  const { user, factorReason } = useSession()
  const factorResult = useFactorStatus()
  const { answer } = factorResult
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const proceed = useContinueAfterFactor()
  // The factor was given in another tab.
  const isPassed = answer?.ok === true && answer.value.needs === null && codes === null
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
      <FactorSteps factorResult={factorResult} onPassed={proceed} onCodes={setCodes} />
      <LeaveButton />
    </section>
  )
}

/** Title and reason of the prompt. */
export function getFactorTexts(reason: FactorReason): { title: string; lead: string } {
  return { title: reason === 'enrol' ? '2단계 인증 등록' : '2단계 인증', lead: reasonTexts[reason] }
}

const reasonTexts: Record<FactorReason, string> = {
  enrol: '밖에서도 접속할 수 있는 사무소라서 2단계 인증을 등록해야 업무 화면이 열립니다.',
  pass: '이 기기에서 업무를 계속하려면 2단계 인증을 해 주세요.',
  idle: '오랫동안 사용하지 않아 2단계 인증을 한 번 더 해 주세요.',
  fresh: '이 작업을 하려면 2단계 인증을 한 번 더 해 주세요.',
}

interface FactorStepsProps {
  factorResult: ReturnType<typeof useFactorStatus>
  onPassed(): void
  /** A first factor was set up; its recovery codes are shown only once. */
  onCodes(codes: readonly string[]): void
}

/** Asks for the factor, or for setting one up. */
export function FactorSteps({ factorResult, onPassed, onCodes }: FactorStepsProps) {
  const { answer, isBusy, reload } = factorResult
  return (
    <FactorStatusView result={answer} isBusy={isBusy} onRetry={reload}>
      {(status) =>
        status.needs === 'enrol' ? (
          <EnrolStep
            status={status}
            onDone={(recoveryCodes) => (recoveryCodes ? onCodes(recoveryCodes) : onPassed())}
          />
        ) : (
          <SecondStep status={status} onPassed={onPassed} />
        )
      }
    </FactorStatusView>
  )
}

/** Only a fresh sign-in may set up a factor; others sign in again in a popup first. */
function EnrolStep({ status, onDone }: { status: FactorStatus; onDone(codes: readonly string[] | null): void }) {
  if (status.may_change) return <SetUpStep onDone={onDone} />
  return (
    <div className="flex flex-col items-start gap-3">
      <p>안전을 위해 로그인한 지 10분 안에만 등록할 수 있습니다. 다시 로그인하면 이어서 등록합니다.</p>
      <SignInButton label="다시 로그인" place="window" />
    </div>
  )
}

/** State of the user's factor. Reloads when the user signs in again in the popup. */
export function useFactorStatus() {
  const api = useApi()
  const [result, setResult] = useState<Result<FactorStatus>>()
  const [isBusy, setIsBusy] = useState(false)
  const reload = useCallback(async () => {
    setIsBusy(true)
    setResult(await readFactor(api))
    setIsBusy(false)
  }, [api])
  useEffect(() => {
    const retry = () => void reload()
    retry()
    const channel = new BroadcastChannel('session')
    channel.addEventListener('message', retry)
    window.addEventListener('online', retry)
    return () => {
      channel.close()
      window.removeEventListener('online', retry)
    }
  }, [reload])
  return { answer: result, isBusy, reload: () => void reload() }
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

export function UnsentNote() {
  const { waiting, sending } = useSyncStatus()
  const unsent = waiting + sending
  return (
    <p className="text-label text-ink-3">
      {unsent > 0
        ? `작성 중인 내용과 보낼 작업 ${formatNumber(unsent)}건은 이 기기에 그대로 있으며, 인증하면 이어집니다.`
        : '작성 중인 내용은 그대로 있습니다.'}
    </p>
  )
}

/** Unsent work stays on this device until the user's next sign-in. */
export function LeaveButton() {
  const router = useRouter()
  async function leave() {
    unlockAll()
    await signOut()
    await router.navigate({ to: '/' })
  }
  return (
    <div className="border-t pt-3">
      <Button tone="transparent" onClick={() => void leave()}>
        로그아웃
      </Button>
    </div>
  )
}
