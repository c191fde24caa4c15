import { useState } from 'react'
import { useSession } from '../../session/session-store.ts'
import { LeaveButton, UnsentNote } from '../lock/factor-unlock.tsx'
import { noteActivity } from '../lock/last-activity.ts'
import { unlockScreen } from '../lock/screen-lock.ts'
import { mostTries } from '#mirror/vault/open-vault.ts'
import type { ClosedCopy } from '../../records/copy/copy-keys.ts'
import { PinForm } from './pin-form.tsx'

/** The screens are covered because the copy was locked: opened by its PIN, with a network or without. */
export function PinUnlock() {
  const { user } = useSession()
  const [triesLeft, setTriesLeft] = useState(mostTries)
  function open() {
    noteActivity(Date.now())
    unlockScreen('pin')
  }
  /** Nothing opens it any more; what stands beneath must go, too. */
  function heed(closed: ClosedCopy) {
    if (closed.kind === 'closed') return setTriesLeft(closed.triesLeft)
    unlockScreen('pin')
    location.reload()
  }
  return (
    <section aria-labelledby="pin-lock" className="flex flex-col gap-4">
      <h1 id="pin-lock" className="text-title font-semibold">
        화면이 잠겼습니다
      </h1>
      <p className="text-ink-2">{user?.nickname} 님의 PIN을 입력하면 이어서 작업할 수 있습니다.</p>
      <UnsentNote />
      {user ? <PinForm userId={user.id} triesLeft={triesLeft} onOpen={open} onOther={heed} /> : null}
      <LeaveButton />
    </section>
  )
}
