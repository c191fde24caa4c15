import { useState } from 'react'
import type { Ref } from 'react'
import { Button } from '../ui/buttons/button.tsx'
import type { ButtonTone } from '../ui/buttons/button-look.ts'
import { placeBeforeHome } from './led-home.ts'
import type { StartOptions, StartOutcome } from './start-sign-in.ts'

export interface SignInButtonProps {
  label?: string
  tone?: ButtonTone
  /** `window` signs in beside the work that stands open in this page. */
  place?: 'page' | 'window'
  /** Where to go afterwards; without it back to this page. */
  returnTo?: string | undefined
  buttonRef?: Ref<HTMLButtonElement>
}

/** Starts the sign-in at the provider; says why when that does not work. */
export function SignInButton({
  label = '로그인',
  tone = 'primary',
  place = 'page',
  returnTo,
  buttonRef,
}: SignInButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  async function signIn() {
    setBusy(true)
    setMessage('')
    // Opened here and now: a browser blocks windows that are opened later than the press.
    const opened = place === 'window' ? window.open('', '_blank', 'width=520,height=720') : null
    const outcome = await begin({ place, opened, returnTo: returnTo ?? placeBeforeHome() })
    if (!outcome.ok) setMessage(outcome.message)
    if (!outcome.ok || place === 'window') setBusy(false)
  }
  return (
    <span className="relative inline-flex">
      <Button {...(buttonRef ? { ref: buttonRef } : {})} tone={tone} isBusy={isBusy} onClick={() => void signIn()}>
        {label}
      </Button>
      {message ? (
        <span
          role="alert"
          className="absolute top-full right-0 z-30 mt-2 w-64 rounded-control border bg-paper-raised p-3 text-seal shadow-float"
        >
          {message}
        </span>
      ) : null}
    </span>
  )
}

async function begin(options: StartOptions): Promise<StartOutcome> {
  try {
    const { startSignIn } = await import('./start-sign-in.ts')
    return await startSignIn(options)
  } catch {
    // This part of the app was never fetched, and there is no network to fetch it now.
    options.opened?.close()
    return { ok: false, message: '서버에 연결할 수 없습니다. 네트워크를 확인해 주세요.' }
  }
}
