import { useState, useSyncExternalStore } from 'react'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { Button } from '../buttons/button.tsx'
import type { BulkStep } from './bulk-edit-flow.ts'
import type { FailureAction, SendFailure, SendingState } from './bulk-edit-props.ts'
import { RefusedRows } from './plan-preview.tsx'

interface BulkResultProps {
  applied: Extract<BulkStep, { name: 'applied' }>
  captionOf: (row: SourceRow) => string
}

/**
 * Last step: what was stored, what was left out and why, and each record the server refused with
 * ways to fix it.
 */
export function BulkResult({ applied: { outcome, plan, left }, captionOf }: BulkResultProps) {
  const sending = useSyncExternalStore(outcome.sending.subscribe, outcome.sending.getState)
  return (
    <div className="mt-3 flex flex-col gap-4">
      <div role="status" className="tabular flex flex-col gap-1">
        <p>
          <strong className="font-semibold">{formatNumber(outcome.savedCount)}건</strong>을 변경했습니다.
          {left > 0 ? ` ${formatNumber(left)}건은 바꾸지 않고 멈췄습니다.` : ''}
        </p>
        <SendingLine sending={sending} savedCount={outcome.savedCount} />
      </div>
      {outcome.failure === null ? null : (
        <p role="alert" className="text-danger">
          데이터 변경 중 오류가 발생했습니다. {outcome.failure}
        </p>
      )}
      <Failures failures={sending.failures} />
      <RefusedRows refused={plan.refused} captionOf={captionOf} />
    </div>
  )
}

function SendingLine({ sending, savedCount }: { sending: SendingState; savedCount: number }) {
  const { waiting, isReachable, failures } = sending
  if (waiting === 0)
    return failures.length > 0 || savedCount === 0 ? null : <p className="text-ink-2">서버에 저장되었습니다.</p>
  if (!isReachable)
    return (
      <p className="text-ink-2">이 기기에 저장됨 · {formatNumber(waiting)}건 전송 대기. 연결되면 자동으로 보냅니다.</p>
    )
  const sentCount = Math.max(0, savedCount - waiting)
  return (
    <div className="text-ink-2">
      서버에 보내는 중 {formatNumber(sentCount)} / {formatNumber(savedCount)}건
      <progress
        aria-label="서버에 보내는 중"
        className="h-2 w-full accent-primary"
        value={sentCount}
        max={savedCount}
      />
    </div>
  )
}

/** Maximum lines rendered; the heading gives the total. */
const maxShownLines = 100

function Failures({ failures }: { failures: readonly SendFailure[] }) {
  const [isBusy, setIsBusy] = useState(false)
  if (failures.length === 0) return null
  const retries = failures.flatMap(({ failureActions }) => failureActions.find(({ isRetry }) => isRetry) ?? [])

  async function runSequentially(failureActions: readonly FailureAction[]) {
    setIsBusy(true)
    // Sequential, because each is a transaction and other edits should get a turn in between.
    for (const failureAction of failureActions) await failureAction.run()
    setIsBusy(false)
  }

  return (
    <section aria-label="저장되지 않은 행">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-danger" role="alert">
          서버가 받지 않은 행 {formatNumber(failures.length)}건
        </h3>
        {retries.length > 1 ? (
          <Button isBusy={isBusy} onClick={() => void runSequentially(retries)}>
            모두 다시 시도
          </Button>
        ) : null}
      </div>
      <ul className="border">
        {failures.slice(0, maxShownLines).map(({ id, caption, reason, failureActions }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-2 py-1 first:border-t-0">
            <span className="font-medium">{caption}</span>
            <span className="min-w-40 flex-1 text-ink-2">{reason}</span>
            {failureActions.map((failureAction) => (
              <Button
                key={failureAction.label}
                isBusy={isBusy}
                aria-label={`${caption} ${failureAction.label}`}
                onClick={() => void runSequentially([failureAction])}
              >
                {failureAction.label}
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
