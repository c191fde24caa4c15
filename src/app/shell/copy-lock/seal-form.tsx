import { useEffect, useRef, useState } from 'react'
import { sealCopy } from '../../records/copy/seal-copy.ts'
import { answerOf } from '../../session/answer-of.ts'
import { useApi } from '../../session/api.tsx'
import { useNewPin } from './new-pin-fields.tsx'
import { PinFrame } from './pin-frame.tsx'

/** Chooses the PIN that closes this person's copy on this device. Then its keys are at hand, and whoever waits for the copy opens it. */
export function SealForm({ userId, onFactorNeeded }: { userId: string; onFactorNeeded?: () => void }) {
  const api = useApi()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const { pin, fields, check } = useNewPin(first)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function seal() {
    setRefusal('')
    if (!check()) return
    setBusy(true)
    const answer = await answerOf(sealCopy(api, userId, pin))
    setBusy(false)
    if (answer.ok) return
    if (answer.problem.code === 'second_factor_needed' && onFactorNeeded) return onFactorNeeded()
    setRefusal(answer.problem.message)
  }
  return (
    <PinFrame label="PIN으로 잠그기" isBusy={isBusy} onSubmit={seal}>
      {fields}
      {refusal === '' ? null : (
        <p role="alert" className="text-seal">
          {refusal}
        </p>
      )}
    </PinFrame>
  )
}
