import { Eye } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { formatRefusal } from '#app/session/format-refusal.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import type { CollectionName } from '#contract/books/collections.ts'
import {
  revealedPersonNumberSchema,
  revealPersonNumberPath,
  revealReasonSchema,
} from '#contract/person-numbers/reveal-number.ts'
import { type ReasonChoice, useReasonChoice } from '../export-reason/reason-choice.tsx'
import { useSyncStatus } from '../offline-copy/use-offline-copy.tsx'

interface RevealPersonNumberProps {
  collection: CollectionName
  id: string
  /** Name of the person, and the masked number. */
  name: string
  masked: string
  /** The number hasn't been sent yet, so the server can't show it. */
  isWaiting: boolean
}

/**
 * 번호 보기: reveals one number for thirty seconds after asking for a reason, which is logged in the
 * trail.
 */
export function RevealPersonNumber(props: RevealPersonNumberProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { connection } = useSyncStatus()
  const disabledReason = props.isWaiting
    ? '아직 전송되지 않은 번호입니다.'
    : connection === 'offline'
      ? '인터넷에 연결되어 있어야 번호를 볼 수 있습니다.'
      : undefined
  return (
    <>
      <Button
        size="sm"
        icon={<Eye size={14} strokeWidth={1.5} aria-hidden />}
        aria-label={`${props.name} 번호 보기`}
        disabledReason={disabledReason}
        onClick={() => setIsOpen(true)}
      >
        번호 보기
      </Button>
      {isOpen ? <RevealDialog {...props} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

function RevealDialog({ collection, id, name, masked, onClose }: RevealPersonNumberProps & { onClose(): void }) {
  const api = useApi()
  const form = useId()
  const reasonChoice = usePersonNumberReason()
  const [isBusy, setIsBusy] = useState(false)
  const [number, setNumber] = useState<string | null>(null)

  async function reveal() {
    const reason = reasonChoice.read()
    if (reason === null) return
    setIsBusy(true)
    const result = await toResult(api.post(revealPersonNumberPath, { json: { collection, id, reason } }).json())
    setIsBusy(false)
    if (!result.ok) return reasonChoice.setError(result.problem.fields?.['reason'] ?? formatRefusal(result.problem))
    setNumber(revealedPersonNumberSchema.parse(result.value).number)
  }

  return (
    <Dialog
      open
      width="narrow"
      title="번호 보기"
      onClose={onClose}
      description={`${name} · ${masked}`}
      actions={
        number === null ? (
          <>
            <Button onClick={onClose}>취소</Button>
            <Button type="submit" form={form} tone="primary" isBusy={isBusy}>
              보기
            </Button>
          </>
        ) : (
          // The previously focused button is gone.
          <Button ref={focusButton} tone="primary" onClick={onClose}>
            닫기
          </Button>
        )
      }
    >
      {number === null ? (
        <form
          id={form}
          className="mt-3 flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void reveal()
          }}
        >
          {reasonChoice.fields}
        </form>
      ) : (
        <ShownPersonNumber number={number} onExpire={onClose} />
      )}
    </Dialog>
  )
}

function focusButton(button: HTMLButtonElement | null): void {
  button?.focus()
}

const shownSeconds = 30

function ShownPersonNumber({ number, onExpire }: { number: string; onExpire(): void }) {
  const [secondsLeft, setSecondsLeft] = useState(shownSeconds)
  useEffect(() => {
    const timer = setInterval(() => setSecondsLeft((seconds) => seconds - 1), 1000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (secondsLeft <= 0) onExpire()
  }, [secondsLeft, onExpire])
  return (
    <div className="mt-3">
      <p data-revealed-number className="tabular text-title font-semibold select-all">
        {number}
      </p>
      <p className="mt-1 text-label text-ink-3">{secondsLeft}초 뒤에 닫힙니다.</p>
    </div>
  )
}

const reasons = ['등기신청서 작성', '본인 확인', '기재 내용 확인·정정'] as const

/** Reason for seeing or searching a number, with the note that it is logged. */
export function usePersonNumberReason(): ReasonChoice {
  const choice = useReasonChoice({
    reasons,
    getInitialReason: () => reasons[0],
    label: '조회 사유',
    custom: { choice: '직접 입력', label: '사유' },
    schema: revealReasonSchema,
  })
  return {
    ...choice,
    fields: (
      <>
        {choice.fields}
        <p className="text-label text-ink-3">누가 언제 왜 조회했는지 접속 기록에 남습니다.</p>
      </>
    ),
  }
}
