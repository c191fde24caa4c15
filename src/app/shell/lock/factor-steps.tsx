import { useCallback, useEffect, useState } from 'react'
import type { Result } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { readFactor } from '#app/session/second-factor/factor-calls.ts'
import { FactorStatusView } from '#app/session/second-factor/factor-status-view.tsx'
import { SecondFactorForm } from '#app/session/second-factor/second-factor-form.tsx'
import { SecondFactorSetup } from '#app/session/second-factor/second-factor-setup.tsx'
import { onSessionEvent } from '#app/session/session-channel.ts'
import { SignInButton } from '#app/session/sign-in/sign-in-button.tsx'
import type { FactorReason } from '#contract/problem.ts'
import type { FactorStatus } from '#contract/session/second-factor.ts'

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

interface FactorPromptProps {
  factorResult: ReturnType<typeof useFactorStatus>
  onPassed(): void
  /** A first factor was set up; its recovery codes are shown only once. */
  onCodes(codes: readonly string[]): void
}

/** Asks for the factor, or for setting one up. */
export function FactorPrompt({ factorResult, onPassed, onCodes }: FactorPromptProps) {
  const { result, isBusy, reload } = factorResult
  return (
    <FactorStatusView result={result} isBusy={isBusy} onRetry={reload}>
      {(status) =>
        status.needs === 'enrol' ? (
          <EnrolStep
            status={status}
            onDone={(recoveryCodes) => (recoveryCodes ? onCodes(recoveryCodes) : onPassed())}
          />
        ) : (
          <SecondFactorForm status={status} onPassed={onPassed} />
        )
      }
    </FactorStatusView>
  )
}

/** Only a fresh sign-in may set up a factor; others sign in again in a popup first. */
function EnrolStep({ status, onDone }: { status: FactorStatus; onDone(codes: readonly string[] | null): void }) {
  if (status.may_change) return <SecondFactorSetup onDone={onDone} />
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
    const unsubscribe = onSessionEvent(retry)
    window.addEventListener('online', retry)
    return () => {
      unsubscribe()
      window.removeEventListener('online', retry)
    }
  }, [reload])
  return { result, isBusy, reload: () => void reload() }
}
