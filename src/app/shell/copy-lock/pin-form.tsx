import { useEffect, useRef, useState } from 'react'
import { maxPinLength } from '#domain/devices/copy-pin.ts'
import { maxAttempts } from '#mirror/vault/open-vault.ts'
import { unlockCopy, type ClosedCopy } from '../../records/copy/copy-keys.ts'
import { useApi } from '../../session/api.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { PinFrame } from './pin-frame.tsx'
import type { KyInstance } from 'ky'
import { sealingKeyPath, sealingKeySchema } from '#contract/numbers/party-number.ts'
import { browserRuntime } from '#mirror/browser-runtime.ts'
import { renewEscrow } from '#mirror/vault/renew-escrow.ts'

/**
 * Asks for the PIN of the user's copy on this device. `onOther`: called when no PIN opens the copy
 * any more, after the last wrong one or because of another window.
 */
export function PinForm({
  userId,
  triesLeft,
  label = '잠금 해제',
  tryPin = unlockCopy,
  onOpen,
  onOther,
}: {
  userId: string
  triesLeft: number
  label?: string
  tryPin?: typeof unlockCopy
  onOpen?: () => void
  onOther(closed: ClosedCopy): void
}) {
  const api = useApi()
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function open() {
    if (pin === '') return field.current?.focus()
    setBusy(true)
    const closed = await tryPin(userId, pin)
    setBusy(false)
    setPin('')
    if (closed === null) {
      void keepEscrow(api, userId, pin)
      return onOpen?.()
    }
    if (closed.kind !== 'closed') return onOther(closed)
    setError(`PIN이 맞지 않습니다. ${leftText(closed.triesLeft)}`)
    field.current?.focus()
  }
  return (
    <PinFrame label={label} isBusy={isBusy} onSubmit={open}>
      <TextField
        ref={field}
        label="PIN"
        type="password"
        autoComplete="off"
        maxLength={maxPinLength}
        value={pin}
        onValue={setPin}
        error={error}
        hint={triesLeft < maxAttempts ? leftText(triesLeft) : undefined}
      />
    </PinFrame>
  )
}

function leftText(triesLeft: number): string {
  return `${triesLeft}번 더 틀리면 이 기기의 사본이 삭제됩니다. 전송하지 않은 작업은 남습니다.`
}

/**
 * After a correct PIN, re-encrypts the copy's escrow to the server's current key. Without a network
 * or before the second factor, the next PIN entry does it.
 */
async function keepEscrow(api: KyInstance, userId: string, pin: string): Promise<void> {
  try {
    const serverKey = sealingKeySchema.parse(await api.get(sealingKeyPath).json())
    await renewEscrow(browserRuntime(), { userId, pin, serverKey })
  } catch {
    // The previous escrow stays.
  }
}
