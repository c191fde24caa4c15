import { Link, useRouter } from '@tanstack/react-router'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { forgetLogin } from '../session/forget-login.ts'
import { iconButtonClass } from '../ui/buttons/button-look.ts'
import { Button } from '../ui/buttons/button.tsx'

/** Sign-out of somebody who keeps nothing on the device: there is nothing to ask about. Beside it the way to their other devices. */
export function PublicSignOut({ name }: { name: string }) {
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  async function leave() {
    setBusy(true)
    // At once, not after the rest has been fetched: the person may close the window with the same press.
    forgetLogin()
    const { signOut } = await import('../session/sign-out.ts')
    await signOut()
    await router.invalidate()
    setBusy(false)
  }
  return (
    <>
      <span className="hidden text-ink-2 sm:inline">{name} 님</span>
      <Link
        to="/account/devices"
        aria-label="로그인한 기기"
        title="로그인한 기기"
        className={iconButtonClass('transparent', 'md', false)}
      >
        <MonitorSmartphone size={18} strokeWidth={1.5} aria-hidden />
      </Link>
      <Button isBusy={isBusy} onClick={() => void leave()}>
        로그아웃
      </Button>
    </>
  )
}
