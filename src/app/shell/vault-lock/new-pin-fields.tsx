import { type ReactNode, type Ref, useState } from 'react'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { findPinError, maxPinLength, minPinLength } from '#domain/devices/copy-pin.ts'

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
  const [isTried, setIsTried] = useState(false)
  const pinError = findPinError(pin)
  const isDifferent = repeated !== pin
  const pinFieldProps = { type: 'password', autoComplete: 'new-password', maxLength: maxPinLength } as const
  const fields = (
    <>
      <TextField
        {...pinFieldProps}
        ref={firstRef}
        label="새 PIN"
        value={pin}
        onValue={setPin}
        error={isTried ? (pinError ?? undefined) : undefined}
        hint={`${minPinLength}자 이상, 숫자와 문자를 섞으면 더 안전합니다.`}
      />
      <TextField
        {...pinFieldProps}
        label="새 PIN 확인"
        value={repeated}
        onValue={setRepeated}
        error={isTried && isDifferent ? '두 PIN이 서로 다릅니다.' : undefined}
      />
    </>
  )
  function check(): boolean {
    setIsTried(true)
    return pinError === null && !isDifferent
  }
  return { pin, fields, check }
}
