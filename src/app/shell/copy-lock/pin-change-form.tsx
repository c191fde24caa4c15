import { useState } from 'react'
import { pinFault } from '#domain/copy-pin.ts'
import { browserRuntime } from '#mirror/browser-runtime.ts'
import { changePin } from '#mirror/vault/open-vault.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

/** Another PIN for the same copy; works without a network. A wrong present PIN counts like one at the lock. */
export function PinChangeForm({ userId, onChanged }: { userId: string; onChanged(): void }) {
  const [pin, setPin] = useState('')
  const [newPin, setNewPin] = useState('')
  const [again, setAgain] = useState('')
  const [isTried, setTried] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const fault = pinFault(newPin)
  const isOther = again !== newPin

  async function change() {
    setTried(true)
    if (fault !== null || isOther) return
    setBusy(true)
    const isChanged = await changePin(browserRuntime(), userId, { pin, newPin })
    setBusy(false)
    setWrong(!isChanged)
    if (isChanged) onChanged()
  }
  const secret = { type: 'password', maxLength: 64 } as const
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void change()
      }}
    >
      <TextField
        {...secret}
        label="지금 PIN"
        value={pin}
        onValue={setPin}
        error={isWrong ? 'PIN이 맞지 않습니다.' : undefined}
      />
      <TextField
        {...secret}
        label="새 PIN"
        value={newPin}
        onValue={setNewPin}
        error={isTried ? (fault ?? undefined) : undefined}
      />
      <TextField
        {...secret}
        label="새 PIN 확인"
        value={again}
        onValue={setAgain}
        error={isTried && isOther ? '두 PIN이 서로 다릅니다.' : undefined}
      />
      <Button type="submit" tone="primary" isBusy={isBusy}>
        변경
      </Button>
    </form>
  )
}
