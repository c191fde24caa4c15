import { useState, type ReactNode } from 'react'
import type { DropReason } from '#mirror/vault/vault-database.ts'
import type { ClosedCopy } from '../../records/copy/copy-keys.ts'
import { useSession } from '../../session/session-store.ts'
import { SignInButton } from '../../session/sign-in-button.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { LeaveButton } from '../lock/factor-unlock.tsx'
import { FactorFirst } from './factor-first.tsx'
import { PinForm } from './pin-form.tsx'
import { SealForm } from './seal-form.tsx'

/** In place of the back office while the person's copy on this device is closed: the PIN, or a new one. Works without a network, save for what needs the server. */
export function ClosedCopyScreen({ closed }: { closed: ClosedCopy }) {
  const { user, needsSignIn } = useSession()
  const userId = user?.id ?? ''
  const [other, setOther] = useState<ClosedCopy>(closed)
  const [isForgotten, setForgotten] = useState(false)
  const [needsFactor, setNeedsFactor] = useState(false)
  if (other.kind === 'closed' && !isForgotten) {
    return (
      <Panel title="오프라인 사본이 잠겨 있습니다" lead="이 기기에 저장된 업무 자료는 PIN으로 암호화되어 있습니다.">
        <PinForm userId={userId} triesLeft={other.triesLeft} onOther={setOther} />
        <Button tone="transparent" onClick={() => setForgotten(true)}>
          PIN을 잊었습니다
        </Button>
      </Panel>
    )
  }
  const { title, lead } = textsOf(other)
  return (
    <Panel title={title} lead={lead}>
      {needsSignIn ? <SignInButton label="다시 로그인" place="page" /> : null}
      {!needsSignIn && needsFactor ? <FactorFirst onPassed={() => setNeedsFactor(false)} /> : null}
      {!needsSignIn && !needsFactor ? (
        <SealForm userId={userId} onFactorNeeded={() => setNeedsFactor(true)} asksHeld={other.kind === 'unsealed'} />
      ) : null}
      {isForgotten && other.kind === 'closed' ? (
        <Button tone="transparent" onClick={() => setForgotten(false)}>
          PIN 입력으로 돌아가기
        </Button>
      ) : null}
    </Panel>
  )
}

/** Unsent work stays behind when somebody signs out here, sealed: there is nobody who could read it, so nothing is asked about it. */
function Panel({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const { user } = useSession()
  return (
    <main className="flex h-dvh flex-col items-center overflow-auto px-4 py-10 sm:justify-center">
      <section aria-labelledby="closed-copy" className="flex w-full max-w-[440px] flex-col gap-4">
        <h1 id="closed-copy" className="text-title font-semibold">
          {title}
        </h1>
        <p className="text-ink-2">{lead}</p>
        {children}
        <p className="text-label text-ink-3">{user?.nickname} 님으로 로그인되어 있습니다.</p>
        <LeaveButton />
      </section>
    </main>
  )
}

const dropTexts: Record<DropReason, string> = {
  wrong_pins: 'PIN을 다섯 번 틀려 이 기기의 사본을 삭제했습니다.',
  lease: '72시간 동안 서버에 연결되지 않아 이 기기의 사본을 삭제했습니다.',
  signed_out: '로그아웃하면서 이 기기의 사본을 삭제했습니다.',
  revoked: '다른 곳에서 이 기기의 로그인을 해제하여 이 기기의 사본을 삭제했습니다.',
}

function textsOf(closed: ClosedCopy): { title: string; lead: string } {
  const then =
    '인터넷에 연결하고 새 PIN을 정하면 자료를 다시 받습니다. 전송하지 않은 작업은 이 기기에 남아 있으며 이어서 전송됩니다.'
  if (closed.kind === 'dropped')
    return { title: '오프라인 사본이 삭제되었습니다', lead: `${dropTexts[closed.why]} ${then}` }
  if (closed.kind === 'closed') return { title: '새 PIN 정하기', lead: then }
  return {
    title: '이 기기의 오프라인 사본을 잠그세요',
    lead: '이 사무소의 업무 자료는 기기에 암호화하여 저장합니다. 잠금을 해제할 PIN을 정해 주세요. 브라우저를 새로 열 때마다 입력합니다.',
  }
}
