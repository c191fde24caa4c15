import { useEffect, useRef, useState } from 'react'
import { pinFault, shortestPin } from '#domain/copy-pin.ts'
import { sealCopy } from '../../records/copy/seal-copy.ts'
import { answerOf } from '../../session/answer-of.ts'
import { useApi } from '../../session/api.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

/** Chooses the PIN that closes this person's copy on this device. Then its keys are at hand, and whoever waits for the copy opens it. */
export function SealForm({ userId, onFactorNeeded }: { userId: string; onFactorNeeded?: () => void }) {
  const api = useApi()
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const fault = pinFault(pin)
  const isOther = again !== pin

  async function seal() {
    setTried(true)
    setRefusal('')
    if (fault !== null || isOther) return
    setBusy(true)
    const answer = await answerOf(sealCopy(api, userId, pin))
    setBusy(false)
    if (answer.ok) return
    if (answer.problem.code === 'second_factor_needed' && onFactorNeeded) return onFactorNeeded()
    setRefusal(answer.problem.message)
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void seal()
      }}
    >
      <TextField
        ref={first}
        label="새 PIN"
        type="password"
        autoComplete="new-password"
        maxLength={64}
        value={pin}
        onValue={setPin}
        error={isTried ? (fault ?? undefined) : undefined}
        hint={`${shortestPin}자 이상, 숫자와 문자를 섞으면 더 안전합니다.`}
      />
      <TextField
        label="새 PIN 확인"
        type="password"
        autoComplete="new-password"
        maxLength={64}
        value={again}
        onValue={setAgain}
        error={isTried && isOther ? '두 PIN이 서로 다릅니다.' : undefined}
      />
      {refusal === '' ? null : (
        <p role="alert" className="text-seal">
          {refusal}
        </p>
      )}
      <Button type="submit" tone="primary" isBusy={isBusy}>
        PIN으로 잠그기
      </Button>
    </form>
  )
}
