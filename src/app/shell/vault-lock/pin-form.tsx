import type { KyInstance } from 'ky'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { checkPin, pinPrompt, resolvePinPrompt, unlockCopy } from '#app/records/offline-copy/copy-keys.ts'
import { useApi } from '#app/session/api.tsx'
import { useSession } from '#app/session/session-store.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { sealingKeyPath, sealingKeySchema } from '#contract/person-numbers/sealed-number.ts'
import { maxPinLength } from '#domain/devices/copy-pin.ts'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import { renewEscrow } from '#mirror/vault/make-vault.ts'
import type { VaultState } from '#mirror/vault/open-vault.ts'
import { maxAttempts } from '#mirror/vault/open-vault.ts'

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
  onOther(lockedState: VaultState): void
}) {
  const api = useApi()
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function submitPin() {
    if (pin === '') return field.current?.focus()
    setIsBusy(true)
    const lockedState = await tryPin(userId, pin)
    setIsBusy(false)
    setPin('')
    if (lockedState === null) {
      void refreshEscrow(api, userId, pin)
      return onOpen?.()
    }
    if (lockedState.kind !== 'locked') return onOther(lockedState)
    setError(`PIN이 맞지 않습니다. ${formatAttemptsLeft(lockedState.triesLeft)}`)
    field.current?.focus()
  }
  return (
    <PinFrame label={label} isBusy={isBusy} onSubmit={submitPin}>
      <TextField
        ref={field}
        label="PIN"
        type="password"
        autoComplete="off"
        maxLength={maxPinLength}
        value={pin}
        onValue={setPin}
        error={error}
        hint={triesLeft < maxAttempts ? formatAttemptsLeft(triesLeft) : undefined}
      />
    </PinFrame>
  )
}

function formatAttemptsLeft(triesLeft: number): string {
  return `${triesLeft}번 더 틀리면 이 기기의 사본이 삭제됩니다. 전송하지 않은 작업은 남습니다.`
}

/**
 * After a correct PIN, re-encrypts the copy's escrow to the server's current key. Without a network
 * or before the second factor, the next PIN entry does it.
 */
async function refreshEscrow(api: KyInstance, userId: string, pin: string): Promise<void> {
  try {
    const serverKey = sealingKeySchema.parse(await api.get(sealingKeyPath).json())
    await renewEscrow(createBrowserRuntime(), { userId, pin, serverKey })
  } catch {
    // The previous escrow stays.
  }
}

/** Form for PIN input. Enter and the button submit it, one submit at a time. */
export function PinFrame(props: { label: string; isBusy: boolean; onSubmit(): Promise<void>; children: ReactNode }) {
  const { label, isBusy, onSubmit, children } = props
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void onSubmit()
      }}
    >
      {children}
      <Button type="submit" tone="primary" isBusy={isBusy}>
        {label}
      </Button>
    </form>
  )
}

/**
 * Asks for the PIN before printing from a sealed copy while no server can ask for the second
 * factor.
 */
export function PinPromptDialog() {
  const { isOpen } = useSnapshot(pinPrompt)
  const { user } = useSession()
  if (!isOpen || !user) return null
  return (
    <Dialog
      open
      isSticky
      width="narrow"
      title="PIN 확인"
      description="서버에 연결할 수 없어 2단계 인증 대신 이 기기의 PIN을 확인합니다. 내보낸 기록은 연결되면 접속기록에 남습니다."
      onClose={() => resolvePinPrompt(false)}
      actions={<Button onClick={() => resolvePinPrompt(false)}>취소</Button>}
    >
      <PinForm
        userId={user.id}
        triesLeft={maxAttempts}
        label="확인"
        tryPin={checkPin}
        onOpen={() => resolvePinPrompt(true)}
        onOther={applyVaultState}
      />
    </Dialog>
  )
}

/** The last wrong PIN dropped the copy, so its data must leave the screen too. */
function applyVaultState(lockedState: VaultState) {
  resolvePinPrompt(false)
  if (lockedState.kind !== 'locked') location.reload()
}
