import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'

/** Sign-out of somebody who keeps nothing on the device: there is nothing to ask about. */
export function PublicSignOut({ name }: { name: string }) {
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  async function leave() {
    setBusy(true)
    const { signOut } = await import('../session/sign-out.ts')
    await signOut()
    await router.invalidate()
    setBusy(false)
  }
  return (
    <>
      <span className="hidden text-ink-2 sm:inline">{name} 님</span>
      <Button isBusy={isBusy} onClick={() => void leave()}>
        로그아웃
      </Button>
    </>
  )
}
