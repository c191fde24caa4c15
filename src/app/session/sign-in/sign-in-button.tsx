import { lazy, type Ref, Suspense, useEffect, useState } from 'react'
import type { ButtonTone } from '#app/ui/buttons/button-look.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import type { SignInProvider } from '#contract/session/session.ts'
import { getRequestedPath } from '../guards.ts'
import type { StartOptions, StartOutcome } from './start-sign-in.ts'

interface SignInButtonProps {
  label?: string
  tone?: ButtonTone
  /** `window` signs in in a popup, so the work open in this page stays. */
  place?: 'page' | 'window'
  /** Path to go to afterwards; defaults to this page. */
  returnTo?: string | undefined
  buttonRef?: Ref<HTMLButtonElement>
}

const SignInChoice = lazy(() => import('./sign-in-choice.tsx').then((module) => ({ default: module.SignInChoice })))

/** Starts the sign-in. Asks for the provider when there are several, and says why when it fails. */
export function SignInButton({
  label = '로그인',
  tone = 'primary',
  place = 'page',
  returnTo,
  buttonRef,
}: SignInButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState('')
  const [providers, setProviders] = useState<readonly SignInProvider[]>([])
  const [isChoosing, setIsChoosing] = useState(false)
  // Load the providers up front: nothing may be awaited between the press and opening the popup.
  useEffect(() => {
    if (place === 'window') void loadProviders().then(setProviders)
  }, [place])

  async function onPress() {
    setMessage('')
    if (place === 'window') return providers.length > 1 ? setIsChoosing(true) : await signIn(providers[0])
    setIsBusy(true)
    const loadedProviders = await loadProviders()
    if (loadedProviders.length < 2) return await signIn(loadedProviders[0])
    setIsBusy(false)
    setProviders(loadedProviders)
    setIsChoosing(true)
  }

  async function signIn(provider?: SignInProvider) {
    setIsChoosing(false)
    setIsBusy(true)
    // Opened synchronously: browsers block popups that open later than the press.
    const opened = place === 'window' ? window.open('', '_blank', 'width=520,height=720') : null
    const outcome = await startProviderSignIn({ provider, place, opened, returnTo: returnTo ?? getRequestedPath() })
    if (!outcome.ok) setMessage(describeSignInError(outcome.message))
    if (!outcome.ok || place === 'window') setIsBusy(false)
  }
  return (
    <span className="relative inline-flex">
      <Button {...(buttonRef ? { ref: buttonRef } : {})} tone={tone} isBusy={isBusy} onClick={() => void onPress()}>
        {label}
      </Button>
      {isChoosing ? (
        <Suspense>
          <SignInChoice
            providers={providers}
            onChoose={(provider) => void signIn(provider)}
            onClose={() => setIsChoosing(false)}
          />
        </Suspense>
      ) : null}
      {message ? (
        <span
          role="alert"
          className="absolute top-full right-0 z-30 mt-2 w-64 rounded-control border bg-paper-raised p-3 text-danger shadow-float"
        >
          {message}
        </span>
      ) : null}
    </span>
  )
}

/**
 * Empty when the server does not respond or this chunk was never fetched; starting the sign-in then
 * says so.
 */
async function loadProviders(): Promise<readonly SignInProvider[]> {
  try {
    return await (await import('./fetch-providers.ts')).fetchProviders()
  } catch {
    return []
  }
}

async function startProviderSignIn(options: StartOptions): Promise<StartOutcome> {
  const start = await import('./start-sign-in.ts').catch(() => null)
  // This chunk was never fetched, and there is no network to fetch it now.
  if (!start) return failWith(options, '서버에 연결할 수 없습니다. 네트워크를 확인해 주세요.')
  return await start.startSignIn(options).catch((error: unknown) => failWith(options, describeCause(error)))
}

function failWith({ opened }: StartOptions, message: string): StartOutcome {
  opened?.close()
  return { ok: false, message }
}

/**
 * Browser messages are in English, so they are replaced. One about cookies is passed through;
 * `describeSignInError` then hides it.
 */
function describeCause(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  return isAboutCookies(message) ? message : '브라우저가 로그인에 필요한 정보를 저장하지 못했습니다.'
}

/**
 * Message for a sign-in that could not begin. Empty for a cookie problem, which the browser reports
 * itself.
 */
export function describeSignInError(message: string): string {
  return isAboutCookies(message) ? '' : `로그인 중 오류가 발생했습니다: ${message}`
}

function isAboutCookies(message: string): boolean {
  return /cookie|쿠키/i.test(message)
}
