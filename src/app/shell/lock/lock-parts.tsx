import { useRouter } from '@tanstack/react-router'
import { useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { signOut } from '#app/session/sign-out.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import { unlockAll } from './screen-lock.ts'

/** Assures the user that unsent work survives the lock. */
export function UnsentNote() {
  const { waiting, sending } = useSyncStatus()
  const unsent = waiting + sending
  return (
    <p className="text-label text-ink-3">
      {unsent > 0
        ? `작성 중인 내용과 보낼 작업 ${formatNumber(unsent)}건은 이 기기에 그대로 있으며, 인증하면 이어집니다.`
        : '작성 중인 내용은 그대로 있습니다.'}
    </p>
  )
}

/** Unsent work stays on this device until the user's next sign-in. */
export function SignOutButton() {
  const router = useRouter()
  async function signOutHere() {
    unlockAll()
    await signOut()
    await router.navigate({ to: '/' })
  }
  return (
    <div className="border-t pt-3">
      <Button tone="transparent" onClick={() => void signOutHere()}>
        로그아웃
      </Button>
    </div>
  )
}
