import { useEffect, useRef, useState } from 'react'
import { browserRuntime } from '#mirror/browser-runtime.ts'
import { readChoice, writeChoice } from '#mirror/held/held-choice.ts'
import { sealCopy } from '../../records/copy/seal-copy.ts'
import { answerOf } from '../../session/answer-of.ts'
import { useApi } from '../../session/api.tsx'
import { useHeldFields } from './held-fields.tsx'
import { useNewPin } from './new-pin-fields.tsx'
import { PinFrame } from './pin-frame.tsx'

interface SealFormProps {
  userId: string
  onFactorNeeded?: () => void
  /** Also asks what this device is to hold, if nobody has chosen yet: before everything is copied to it. */
  asksHeld?: boolean
}

/** Chooses the PIN that closes this person's copy on this device. Then its keys are at hand, and whoever waits for the copy opens it. */
export function SealForm({ userId, onFactorNeeded, asksHeld = false }: SealFormProps) {
  const api = useApi()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const { pin, fields, check } = useNewPin(first)
  const isUnchosen = useIsUnchosen(userId) && asksHeld
  const held = useHeldFields(null, null)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function seal() {
    setRefusal(held.fault)
    if (!check() || held.fault !== '') return
    setBusy(true)
    // Before there are keys: whoever waits for those copies at once.
    if (isUnchosen) await writeChoice(browserRuntime(), userId, held.sections)
    const answer = await answerOf(sealCopy(api, userId, pin))
    setBusy(false)
    if (answer.ok) return
    if (answer.problem.code === 'second_factor_needed' && onFactorNeeded) return onFactorNeeded()
    setRefusal(answer.problem.message)
  }
  return (
    <PinFrame label="PIN으로 잠그기" isBusy={isBusy} onSubmit={seal}>
      {fields}
      {isUnchosen ? held.fields : null}
      {refusal === '' ? null : (
        <p role="alert" className="text-seal">
          {refusal}
        </p>
      )}
    </PinFrame>
  )
}

/** Nobody has chosen yet what this device holds for the person. */
function useIsUnchosen(userId: string): boolean {
  const [isUnchosen, setUnchosen] = useState(false)
  useEffect(() => {
    const found = readChoice(browserRuntime(), userId)
    void found.then(({ revision }) => setUnchosen(revision === 0)).catch(() => undefined)
  }, [userId])
  return isUnchosen
}
