import type { ReactNode } from 'react'
import type { FactorStatus } from '#contract/session/second-factor.ts'
import type { Result } from '../api-result.ts'
import { ResultPending, ResultProblem } from '../result-view.tsx'

interface FactorStatusViewProps {
  result: Result<FactorStatus> | undefined
  isBusy: boolean
  onRetry(): void
  children(status: FactorStatus): ReactNode
}

/**
 * Shows the user's second factor, or its pending or refused state. Has no live region, unlike
 * ResultView, because the content announces its own errors.
 */
export function FactorStatusView({ result, isBusy, onRetry, children }: FactorStatusViewProps): ReactNode {
  return (
    <div className="border-t border-rule-strong pt-4">
      {result === undefined ? <ResultPending /> : result.ok ? children(result.value) : null}
      {result?.ok === false ? (
        <ResultProblem result={result} noun="2단계 인증은" isBusy={isBusy} onRetry={onRetry} />
      ) : null}
    </div>
  )
}
