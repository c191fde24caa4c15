import type { ReactNode } from 'react'
import type { FactorStatus } from '#contract/session/second-factor.ts'
import type { Answer } from '../answer-of.ts'
import { AnswerPending, AnswerRefusal } from '../answer-states.tsx'

interface FactorAnswerStateProps {
  answer: Answer<FactorStatus> | undefined
  isBusy: boolean
  onRetry(): void
  children(status: FactorStatus): ReactNode
}

/**
 * Shows the user's second factor, or its pending or refused state. Has no live region, unlike
 * AnswerPlace, because the content announces its own errors.
 */
export function FactorAnswerState({ answer, isBusy, onRetry, children }: FactorAnswerStateProps): ReactNode {
  return (
    <div className="border-t border-rule-strong pt-4">
      {answer === undefined ? <AnswerPending /> : answer.ok ? children(answer.value) : null}
      {answer?.ok === false ? (
        <AnswerRefusal answer={answer} noun="2단계 인증은" isBusy={isBusy} onRetry={onRetry} />
      ) : null}
    </div>
  )
}
