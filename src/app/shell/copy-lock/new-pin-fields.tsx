import { useState, type ReactNode, type Ref } from 'react'
import { maxPinLength, pinFault, minPin } from '#domain/devices/copy-pin.ts'
import { TextField } from '../../ui/fields/text-field.tsx'

interface NewPin {
  readonly pin: string
  /** The two input fields. */
  readonly fields: ReactNode
  /**
   * Whether the PIN is acceptable and both inputs match. From then on, errors show next to the
   * fields.
   */
  check(): boolean
}

/** Fields for choosing a PIN, entered twice. */
export function useNewPin(firstRef?: Ref<HTMLInputElement>): NewPin {
  const [pin, setPin] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isTried, setTried] = useState(false)
  const fault = pinFault(pin)
  const isDifferent = repeated !== pin
  const secret = { type: 'password', autoComplete: 'new-password', maxLength: maxPinLength } as const
  const fields = (
    <>
      <TextField
        {...secret}
        ref={firstRef}
        label="새 PIN"
        value={pin}
        onValue={setPin}
        error={isTried ? (fault ?? undefined) : undefined}
        hint={`${minPin}자 이상, 숫자와 문자를 섞으면 더 안전합니다.`}
      />
      <TextField
        {...secret}
        label="새 PIN 확인"
        value={repeated}
        onValue={setRepeated}
        error={isTried && isDifferent ? '두 PIN이 서로 다릅니다.' : undefined}
      />
    </>
  )
  function check(): boolean {
    setTried(true)
    return fault === null && !isDifferent
  }
  return { pin, fields, check }
}
