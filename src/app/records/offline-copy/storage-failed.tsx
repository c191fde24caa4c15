import { useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import type { OutboxWriteError } from '#mirror/offline-copy.ts'

interface StorageFailedProps {
  reason: OutboxWriteError['reason']
  /** Opens the device's storage again. */
  onRetry(): void
  /** Works with the server alone; rejects when even that can't begin. */
  onContinue(): Promise<void>
}

/**
 * Replaces the back office while this device's storage doesn't open: the reason, another try, and
 * work without it. Stored edits stay where they are.
 */
export function StorageFailed({ reason, onRetry, onContinue }: StorageFailedProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  function proceed() {
    setState('busy')
    onContinue().catch(() => setState('failed'))
  }
  return (
    <section role="alert" className="mx-auto flex max-w-[520px] flex-col gap-3 px-4 py-16">
      <h1 className="text-title font-semibold">이 기기의 저장소를 열지 못했습니다</h1>
      <p className="text-ink-2">{reasonTexts[reason] ?? otherReasonText}</p>
      <p className="text-ink-2">전송을 기다리는 작업은 지워지지 않았으며, 저장소가 열리면 전송됩니다.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button tone="primary" onClick={onRetry}>
          다시 시도
        </Button>
        <Button disabled={state === 'busy'} onClick={proceed}>
          저장하지 않고 온라인으로 작업
        </Button>
      </div>
      {state === 'failed' ? (
        <p className="text-danger">온라인 작업을 시작하지 못했습니다. 연결을 확인한 뒤 다시 시도해 주세요.</p>
      ) : null}
    </section>
  )
}

const otherReasonText = '브라우저를 다시 시작하면 열릴 수 있습니다.'

const reasonTexts: Partial<Record<OutboxWriteError['reason'], string>> = {
  silent: '브라우저가 응답하지 않습니다. 다시 시도해도 열리지 않으면 브라우저를 다시 시작해 주세요.',
  blocked: '다른 창에서 이전 버전이 열려 있습니다. 다른 창을 모두 닫고 다시 시도해 주세요.',
  full: '이 기기의 저장 공간이 부족합니다. 저장 공간을 확보한 뒤 다시 시도해 주세요.',
}
