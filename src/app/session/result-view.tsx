import type { ReactNode } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { Skeleton } from '#app/ui/display/skeleton.tsx'
import type { Result } from './api-result.ts'
import { SignInButton } from './sign-in/sign-in-button.tsx'

interface ResultViewProps<Value> extends Omit<ResultProblemProps, 'result'> {
  /** Undefined while the request is running. */
  result: Result<Value> | undefined
  /** Shown while the request is running; defaults to `ResultPending`. */
  pending?: ReactNode
  children(value: Value): ReactNode
}

/**
 * Shows server-only data, or its pending or refused state. The refusal is an alert and is therefore
 * rendered outside the live region, so that it is announced only once.
 */
export function ResultView<Value>(props: ResultViewProps<Value>): ReactNode {
  const { result, pending = <ResultPending />, children, ...refusal } = props
  return (
    <div className="border-t border-rule-strong">
      <div aria-live="polite">{result === undefined ? pending : result.ok ? children(result.value) : null}</div>
      {result?.ok === false ? <ResultProblem result={result} {...refusal} /> : null}
    </div>
  )
}

/** Placeholder until the server responds. */
export function ResultPending(): ReactNode {
  return (
    <div className="flex flex-col gap-2 border-b py-5">
      <span className="sr-only">불러오는 중...</span>
      <Skeleton className="h-5 w-64 max-w-full" />
      <Skeleton className="h-5 w-48 max-w-full" />
    </div>
  )
}

interface ResultProblemProps {
  result: Extract<Result<unknown>, { ok: false }>
  /** Subject of the sentence with its particle: `이 목록은`. */
  noun: string
  isBusy?: boolean
  onRetry?(): void
}

/** Shown when the request failed: the reason and what to do next. */
export function ResultProblem({ result, noun, isBusy = false, onRetry }: ResultProblemProps): ReactNode {
  const isSignedOut = result.problem.code === 'signed_out'
  return (
    <div role="alert" className="border-b py-10 text-center">
      <p className="font-semibold">{result.problem.message}</p>
      {result.isUnreachable ? (
        <p className="mt-1 text-ink-2">{noun} 서버에만 있어, 연결되면 다시 볼 수 있습니다.</p>
      ) : null}
      {isSignedOut || onRetry ? (
        <div className="mt-4" data-screen-only>
          {isSignedOut ? (
            <SignInButton label="다시 로그인" />
          ) : (
            <Button isBusy={isBusy} onClick={onRetry}>
              다시 시도
            </Button>
          )}
        </div>
      ) : null}
    </div>
  )
}
