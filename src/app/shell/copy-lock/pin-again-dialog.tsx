import { useSnapshot } from 'valtio'
import { maxAttempts } from '#mirror/vault/open-vault.ts'
import { checkPin, type ClosedCopy } from '../../records/copy/copy-keys.ts'
import { answerPin, pinAgain } from '../../records/copy/pin-again.ts'
import { useSession } from '../../session/session-store.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { PinForm } from './pin-form.tsx'

/**
 * Asks for the PIN before printing from a sealed copy while no server can ask for the second
 * factor.
 */
export function PinAgainDialog() {
  const { isOpen } = useSnapshot(pinAgain)
  const { user } = useSession()
  if (!isOpen || !user) return null
  return (
    <Dialog
      open
      isSticky
      width="narrow"
      title="PIN 확인"
      description="서버에 연결할 수 없어 2단계 인증 대신 이 기기의 PIN을 확인합니다. 내보낸 기록은 연결되면 접속기록에 남습니다."
      onClose={() => answerPin(false)}
      actions={<Button onClick={() => answerPin(false)}>취소</Button>}
    >
      <PinForm
        userId={user.id}
        triesLeft={maxAttempts}
        label="확인"
        tryPin={checkPin}
        onOpen={() => answerPin(true)}
        onOther={applyChange}
      />
    </Dialog>
  )
}

/** The last wrong PIN dropped the copy, so its data must leave the screen too. */
function applyChange(closed: ClosedCopy) {
  answerPin(false)
  if (closed.kind !== 'closed') location.reload()
}
