import { type ReactNode, useEffect, useState } from 'react'
import { deferSealing } from '#app/records/offline-copy/copy-keys.ts'
import { RecoveryCodes } from '#app/session/second-factor/recovery-codes.tsx'
import { useSession } from '#app/session/session-store.ts'
import { SignInButton } from '#app/session/sign-in/sign-in-button.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import { countUnsent } from '#mirror/outbox/outbox-view.ts'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import type { VaultState } from '#mirror/vault/open-vault.ts'
import type { DropReason } from '#mirror/vault/vault-database.ts'
import { FactorPrompt, getFactorTexts, useFactorStatus } from '../lock/factor-steps.tsx'
import { SignOutButton } from '../lock/lock-parts.tsx'
import { PinForm } from './pin-form.tsx'
import { SealForm } from './seal-form.tsx'

/**
 * Replaces the back office while the user's copy on this device is closed: asks for the PIN, or for
 * a new one. Works without a network, except for what needs the server.
 */
export function LockedCopyScreen({ lockedState }: { lockedState: VaultState }) {
  const { user, needsSignIn } = useSession()
  const userId = user?.id ?? ''
  const [vaultState, setCopyState] = useState<VaultState>(lockedState)
  const [isForgotten, setIsForgotten] = useState(false)
  if (vaultState.kind === 'locked' && !isForgotten) {
    return (
      <ClosedPanel
        title="오프라인 사본이 잠겨 있습니다"
        lead="이 기기에 저장된 업무 자료는 PIN으로 암호화되어 있습니다."
      >
        <PinForm userId={userId} triesLeft={vaultState.triesLeft} onOther={setCopyState} />
        <Button tone="transparent" onClick={() => setIsForgotten(true)}>
          PIN을 잊었습니다
        </Button>
      </ClosedPanel>
    )
  }
  const texts = describeVaultState(vaultState)
  const back =
    vaultState.kind === 'locked' ? (
      <Button tone="transparent" onClick={() => setIsForgotten(false)}>
        PIN 입력으로 돌아가기
      </Button>
    ) : null
  return (
    <FactorGate texts={texts} back={back}>
      {({ onFactorNeeded, isUnreachable }) => (
        <ClosedPanel {...texts}>
          {vaultState.kind === 'unsealed' && isUnreachable ? (
            <>
              <p role="status">
                서버에 연결할 수 없어 지금은 PIN을 정할 수 없습니다. 이대로 작업하고, 다음에 연결된 상태로 열 때 정해
                주세요.
              </p>
              <Button size="lg" tone="primary" onClick={deferSealing}>
                PIN 없이 계속
              </Button>
            </>
          ) : needsSignIn ? (
            <SignInButton label="다시 로그인" place="page" />
          ) : (
            <SealForm
              userId={userId}
              onFactorNeeded={onFactorNeeded}
              shouldChooseAreas={vaultState.kind === 'unsealed'}
            />
          )}
          {back}
        </ClosedPanel>
      )}
    </FactorGate>
  )
}

const dropTexts: Record<DropReason, string> = {
  wrong_pins: 'PIN을 다섯 번 틀려 이 기기의 사본을 삭제했습니다.',
  lease: '72시간 동안 서버에 연결되지 않아 이 기기의 사본을 삭제했습니다.',
  signed_out: '로그아웃하면서 이 기기의 사본을 삭제했습니다.',
  revoked: '다른 곳에서 이 기기의 로그인을 해제하여 이 기기의 사본을 삭제했습니다.',
}

function describeVaultState(lockedState: VaultState): { title: string; lead: string } {
  const nextStepText =
    '인터넷에 연결하고 새 PIN을 정하면 자료를 다시 받습니다. 전송하지 않은 작업은 이 기기에 남아 있으며 이어서 전송됩니다.'
  if (lockedState.kind === 'dropped')
    return { title: '오프라인 사본이 삭제되었습니다', lead: `${dropTexts[lockedState.reason]} ${nextStepText}` }
  if (lockedState.kind === 'locked') return { title: '새 PIN 정하기', lead: nextStepText }
  return {
    title: '이 기기의 오프라인 사본을 잠그세요',
    lead: '이 사무소의 업무 자료는 기기에 암호화하여 저장합니다. 잠금을 해제할 PIN을 정해 주세요. 브라우저를 새로 열 때마다 입력합니다.',
  }
}

interface FactorGateProps {
  /**
   * Title and lead of the screen that follows, shown while it's unknown whether the second factor
   * is needed.
   */
  texts: { title: string; lead: string }
  /** Way back below the step, if there is one. */
  back: ReactNode
  /**
   * The next screen. Gets a way to ask for the second factor again, and whether the server is
   * unreachable.
   */
  children(after: { onFactorNeeded(): void; isUnreachable: boolean }): ReactNode
}

/**
 * Asks for the second factor before a server call that requires it, at a point where the usual
 * factor screens can't be shown yet.
 */
function FactorGate({ texts, back, children }: FactorGateProps) {
  const factorResult = useFactorStatus()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { result, reload } = factorResult
  // Without a network this can't be checked; the next screen then says that it needs one.
  const needs = result?.ok ? result.value.needs : null
  if (result && needs === null && codes === null)
    return children({ onFactorNeeded: reload, isUnreachable: !result.ok && result.isUnreachable })
  const reason = codes ? 'enrol' : needs
  const proceed = () => {
    setCodes(null)
    reload()
  }
  return (
    <ClosedPanel {...(reason === null ? texts : getFactorTexts(reason))}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={proceed} />
      ) : (
        <FactorPrompt factorResult={factorResult} onPassed={reload} onCodes={setCodes} />
      )}
      {back}
    </ClosedPanel>
  )
}

/**
 * Panel shown while the copy is closed. Signing out here leaves unsent work on the device, sealed.
 * No one could read it, so there's nothing to ask about.
 */
function ClosedPanel({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const { user } = useSession()
  return (
    <main className="flex h-dvh flex-col items-center overflow-auto px-4 py-10 sm:justify-center">
      <section aria-labelledby="closed-copy" className="flex w-full max-w-[440px] flex-col gap-4">
        <h1 id="closed-copy" className="text-title font-semibold">
          {title}
        </h1>
        <p className="text-ink-2">{lead}</p>
        <UnsentCount />
        {children}
        <p className="text-label text-ink-3">{user?.nickname} 님으로 로그인되어 있습니다.</p>
        <SignOutButton />
      </section>
    </main>
  )
}

/** Unsent work behind the closed copy still exists, even if the copy was dropped. */
function UnsentCount() {
  const userId = useSession().user?.id
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (userId === undefined) return
    countUnsent(createBrowserRuntime(), userId).then(setCount, () => undefined)
  }, [userId])
  if (count === 0) return null
  return <p>전송하지 않은 작업 {formatNumber(count)}건이 이 기기에 남아 있습니다.</p>
}
