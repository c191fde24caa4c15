import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useApi } from '#app/session/api.tsx'
import { readFactor } from '#app/session/second-factor/factor-calls.ts'
import { SecondFactorForm } from '#app/session/second-factor/second-factor-form.tsx'
import { onSessionEvent } from '#app/session/session-channel.ts'
import { session, useSession } from '#app/session/session-store.ts'
import { SignInButton } from '#app/session/sign-in/sign-in-button.tsx'
import { createDeviceChoice } from '#app/ui/browser/device-setting.ts'
import { Spinner } from '#app/ui/buttons/button.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { FactorStatus } from '#contract/session/second-factor.ts'
import { recordActivity } from './idle-countdown.ts'
import { SignOutButton, UnsentNote } from './lock-parts.tsx'
import { unlockScreen } from './screen-lock.ts'

/**
 * Unlocks the screen after an idle lock of an open copy: with the second factor or, without one, by
 * signing in again in a popup. A sealed copy has its PIN lock instead; the first time, this screen
 * offers to set a PIN.
 */
export function IdleUnlock() {
  const { user, needsSignIn } = useSession()
  const status = usePolledFactorStatus()
  const copy = useOfflineCopy()
  const offerPin = useOfferPin()

  useEffect(
    () =>
      onSessionEvent(({ type }) => {
        // `signed_in` is only sent for a sign-in at the provider, never for renewed tokens.
        if (type === 'signed_in') offerPin()
        if (type === 'signed_in' || type === 'factor_passed') unlock()
      }),
    [offerPin],
  )
  function onPassed() {
    session.factorReason = null
    unlock()
    copy.syncNow()
  }
  const hasFactor = status !== null && (status.has_passkey || status.has_totp)
  return (
    <section aria-labelledby="idle-lock" className="flex flex-col gap-4">
      <h1 id="idle-lock" className="text-title font-semibold">
        화면이 잠겼습니다
      </h1>
      <p className="text-ink-2">오랫동안 사용하지 않아 {user?.nickname} 님의 화면을 가렸습니다.</p>
      <UnsentNote />
      {status === null && !needsSignIn ? (
        <p className="flex items-center gap-2 text-ink-2" role="status">
          <Spinner label="" />
          서버에 확인하는 중입니다.
        </p>
      ) : hasFactor && !needsSignIn ? (
        <SecondFactorForm status={status} onPassed={onPassed} />
      ) : (
        <div className="flex flex-col items-start gap-2">
          <SignInButton label="다시 로그인" place="window" />
          <p className="text-label text-ink-3">새 창에서 로그인하면 이 화면이 그대로 다시 열립니다.</p>
        </div>
      )}
      <SignOutButton />
    </section>
  )
}

const pinOffer = createDeviceChoice('pin_offer', ['due', 'made'])

/**
 * Once per device, after the screen is unlocked: suggests a PIN, which would have unlocked it right
 * here.
 */
function useOfferPin(): () => void {
  const toast = useToast()
  const router = useRouter()
  return useCallback(() => {
    if (pinOffer.read() === 'made') return
    pinOffer.save('made')
    toast.info('PIN을 정하면 다음부터 이 화면에서 바로 잠금을 풀 수 있습니다.', {
      duration: offerMs,
      action: { label: 'PIN 정하기', onSelect: () => void router.navigate({ to: '/account/devices' }) },
    })
  }, [toast, router])
}

const offerMs = 20_000

function unlock(): void {
  recordActivity(Date.now())
  unlockScreen('idle')
}

/** Null until the server responds. */
function usePolledFactorStatus(): FactorStatus | null {
  const api = useApi()
  const [status, setStatus] = useState<FactorStatus | null>(null)
  useEffect(() => {
    let isUnmounted = false
    const refresh = () => void readFactor(api).then((result) => !isUnmounted && result.ok && setStatus(result.value))
    refresh()
    const timer = setInterval(refresh, 15_000)
    return () => {
      isUnmounted = true
      clearInterval(timer)
    }
  }, [api])
  return status
}
