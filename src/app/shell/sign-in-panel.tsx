import { useRef, useState } from 'react'
import { useSyncStatus } from '../records/copy/use-offline-copy.tsx'
import { useSession } from '../session/session-store.ts'
import { SignInButton } from '../session/sign-in-button.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

/**
 * Shown when the session ends while the user works. The screen and its open forms stay as they are,
 * the sign-in runs in a popup, and the outbox sends afterwards.
 */
export function SignInPanel() {
  const { needsSignIn, lapseReason, user } = useSession()
  const { waiting, sending, attention } = useSyncStatus()
  const [isPutOff, setPutOff] = useState(false)
  const signInRef = useRef<HTMLButtonElement>(null)
  if (!needsSignIn) return null
  if (isPutOff) {
    return (
      // In the page flow above the frame, because an overlay would block what is below it while the
      // user puts the sign-in off.
      <div
        role="alert"
        data-screen-only
        className="flex shrink-0 items-center justify-center gap-3 bg-warn-wash px-4 py-1.5 text-warn max-sm:justify-between max-sm:px-3"
      >
        로그인이 만료되어 전송이 멈춰 있습니다.
        <SignInButton label="다시 로그인" place="window" tone="secondary" />
      </div>
    )
  }
  const unsent = waiting + sending + attention
  return (
    <Dialog
      open
      isSticky
      width="narrow"
      initialFocus={signInRef}
      title="로그인이 만료되었습니다"
      onClose={() => undefined}
      description={
        <>
          {lapseReason === '' ? null : <p className="mb-1">{lapseReason}</p>}
          <p>{user?.nickname} 님의 작성 중인 내용은 이 화면에 그대로 있습니다.</p>
          <p className="mt-1">
            {unsent > 0
              ? `보낼 작업 ${unsent.toLocaleString('ko')}건도 이 기기에 남아 있으며, 다시 로그인하면 이어서 전송됩니다.`
              : '다시 로그인하면 이어서 작업할 수 있습니다.'}
          </p>
        </>
      }
      actions={
        <>
          <Button tone="transparent" onClick={() => setPutOff(true)}>
            나중에
          </Button>
          <SignInButton label="다시 로그인" place="window" buttonRef={signInRef} />
        </>
      }
    >
      <p className="mt-3 text-label text-ink-3">새 창에서 로그인하며, 이 화면은 그대로 있습니다.</p>
    </Dialog>
  )
}
