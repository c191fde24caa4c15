import { useState } from 'react'
import { longestPin } from '#domain/copy-pin.ts'
import { browserRuntime } from '#mirror/browser-runtime.ts'
import { changePin } from '#mirror/vault/open-vault.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useNewPin } from './new-pin-fields.tsx'
import { PinFrame } from './pin-frame.tsx'

/** Another PIN for the same copy; works without a network. A wrong present PIN counts like one at the lock. */
export function PinChangeForm({ userId, onChanged }: { userId: string; onChanged(): void }) {
  const [present, setPresent] = useState('')
  const { pin, fields, check } = useNewPin()
  const [isWrong, setWrong] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function change() {
    if (!check()) return
    setBusy(true)
    const isChanged = await changePin(browserRuntime(), userId, { pin: present, newPin: pin })
    setBusy(false)
    setWrong(!isChanged)
    if (isChanged) onChanged()
  }
  return (
    <PinFrame label="변경" isBusy={isBusy} onSubmit={change}>
      <TextField
        label="지금 PIN"
        type="password"
        maxLength={longestPin}
        value={present}
        onValue={setPresent}
        error={isWrong ? 'PIN이 맞지 않습니다.' : undefined}
      />
      {fields}
    </PinFrame>
  )
}
