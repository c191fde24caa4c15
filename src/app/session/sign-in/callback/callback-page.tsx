import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { Button, Spinner } from '#app/ui/buttons/button.tsx'
import { SignInButton } from '../sign-in-button.tsx'
import type { SignInPath } from '../start-sign-in.ts'
import { finishSignIn, type SignInOutcome } from './finish-sign-in.ts'

/** Strict mode mounts twice, but a code works once: both mounts share the same exchange. */
let exchange: Promise<SignInOutcome> | null = null

/** /oauth/callback/kakao and /oauth/callback/kia: the provider redirects here. */
export function CallbackPage() {
  const router = useRouter()
  const [outcome, setOutcome] = useState<SignInOutcome | null>(null)
  useEffect(() => {
    let isUnmounted = false
    exchange ??= finishSignIn(providerPath(), new URLSearchParams(location.search))
    void exchange.then((result) => {
      if (isUnmounted) return
      exchange = null
      setOutcome(result)
      if (!result.ok) return
      if (result.place === 'window') window.close()
      else router.history.replace(result.returnTo)
    })
    return () => {
      isUnmounted = true
    }
  }, [router])
  return (
    <section
      className="mx-auto flex min-h-[50dvh] max-w-[440px] flex-col justify-center gap-4 px-4 py-16"
      aria-live="polite"
    >
      <Progress outcome={outcome} />
    </section>
  )
}

function providerPath(): SignInPath {
  return location.pathname.startsWith('/oauth/callback/kia') ? 'kia' : 'kakao'
}

function Progress({ outcome }: { outcome: SignInOutcome | null }) {
  if (!outcome) {
    return (
      <p className="flex items-center gap-2 text-ink-2">
        <Spinner label="" /> 로그인하는 중입니다.
      </p>
    )
  }
  if (!outcome.ok) {
    return (
      <>
        <h1 className="text-title font-semibold">로그인하지 못했습니다</h1>
        <p className="text-ink-2">{outcome.message}</p>
        {outcome.place === 'window' ? <CloseWindow /> : <TryAgain returnTo={outcome.returnTo} />}
      </>
    )
  }
  return (
    <>
      <h1 className="text-title font-semibold">로그인되었습니다</h1>
      <p className="text-ink-2">
        {outcome.place === 'window' ? '이 창을 닫고 하던 작업으로 돌아가 주세요.' : '보던 화면으로 돌아갑니다.'}
      </p>
    </>
  )
}

/**
 * The user's work is in the window that opened this popup; a second copy of the app in here would
 * only be in the way.
 */
function CloseWindow() {
  return (
    <>
      <p className="text-ink-2">이 창을 닫고 하던 작업으로 돌아가 다시 로그인해 주세요.</p>
      <div>
        <Button tone="primary" onClick={() => window.close()}>
          창 닫기
        </Button>
      </div>
    </>
  )
}

function TryAgain({ returnTo }: { returnTo: string }) {
  return (
    <div className="flex gap-2">
      <SignInButton label="다시 로그인" returnTo={returnTo} />
      <a href="/" className={buildButtonClass()}>
        홈으로
      </a>
    </div>
  )
}
