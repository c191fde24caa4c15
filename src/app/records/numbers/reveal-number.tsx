import { Eye } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import { noReason, revealedNumberSchema, revealNumberPath } from '#contract/numbers/party-number.ts'
import { answerOf } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useSyncStatus } from '../copy/use-offline-copy.tsx'
import { ReasonField, useReason } from './reason-field.tsx'

interface RevealNumberProps {
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
 * audit trail.
 */
export function RevealNumber(props: RevealNumberProps) {
  const [isOpen, setOpen] = useState(false)
  const { connection } = useSyncStatus()
  const reason = props.isWaiting
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
        disabledReason={reason}
        onClick={() => setOpen(true)}
      >
        번호 보기
      </Button>
      {isOpen ? <RevealDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function RevealDialog({ collection, id, name, masked, onClose }: RevealNumberProps & { onClose(): void }) {
  const api = useApi()
  const form = useId()
  const reasonField = useReason()
  const { reason } = reasonField
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [number, setNumber] = useState<string | null>(null)

  async function reveal() {
    if (reason === null) return setFault(noReason)
    setBusy(true)
    const answer = await answerOf(api.post(revealNumberPath, { json: { collection, id, reason } }).json())
    setBusy(false)
    if (!answer.ok) return setFault(answer.problem.fields?.['reason'] ?? answer.problem.message)
    setNumber(revealedNumberSchema.parse(answer.value).number)
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
          <ReasonField value={reasonField} error={fault} />
        </form>
      ) : (
        <ShownNumber number={number} onExpire={onClose} />
      )}
    </Dialog>
  )
}

function focusButton(button: HTMLButtonElement | null): void {
  button?.focus()
}

const shownSeconds = 30

function ShownNumber({ number, onExpire }: { number: string; onExpire(): void }) {
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
