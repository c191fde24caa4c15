import { KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { dayMs } from '#contract/dates/day-ms.ts'
import type { FactorStatus } from '#contract/session/second-factor.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import type { Result } from '../api-result.ts'
import { useApi } from '../api.tsx'
import { canUsePasskeys, submitFactor, submitPasskey } from './factor-calls.ts'

interface SecondFactorFormProps {
  status: Pick<FactorStatus, 'has_passkey' | 'has_totp' | 'locked_until'>
  onPassed(): void
}

/**
 * Asks for the second factor: a passkey first, then an authenticator code or a recovery code. Shows
 * why it failed and, while locked, when the lock ends.
 */
export function SecondFactorForm({ status, onPassed }: SecondFactorFormProps) {
  const api = useApi()
  const [lockedUntil, setLockedUntil] = useState(status.locked_until)
  const [message, setMessage] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [isRecovering, setIsRecovering] = useState(false)
  const hasPasskey = status.has_passkey && canUsePasskeys()

  const isLocked = lockedUntil !== null
  useEffect(() => {
    if (lockedUntil === null) return
    // Caps the delay at one day, below the limit of setTimeout; nobody waits longer than that here.
    const ms = Math.min(Math.max(0, Date.parse(lockedUntil) - Date.now()), dayMs)
    const timer = setTimeout(() => setLockedUntil(null), ms)
    return () => clearTimeout(timer)
  }, [lockedUntil])

  async function submit(call: Promise<Result<unknown>>): Promise<void> {
    setIsBusy(true)
    setMessage('')
    const result = await call
    setIsBusy(false)
    if (result.ok) return onPassed()
    const { locked_until: until, message: reason } = result.problem
    // The lock has its own message. A recovery code that fails during the lock is reported
    // separately.
    setMessage(until === undefined ? reason : isLocked ? '복구 코드가 맞지 않습니다.' : '')
    if (until !== undefined) setLockedUntil(until)
  }

  const needsRecoveryCode = isRecovering || isLocked || (!status.has_totp && !hasPasskey)
  return (
    <div ref={focusFirst} className="flex flex-col gap-4">
      {isLocked ? (
        <p role="alert" className="border-y border-danger py-3 text-danger">
          여러 번 틀려 2단계 인증이 잠겼습니다. <span className="tabular">{formatMoment(lockedUntil)}</span>에 다시
          시도할 수 있으며, 복구 코드를 입력하면 바로 풀립니다.
        </p>
      ) : null}
      {hasPasskey && !isLocked ? (
        <Button
          size="lg"
          tone="primary"
          icon={<KeyRound size={16} strokeWidth={1.5} />}
          isBusy={isBusy}
          onClick={() => void submit(submitPasskey(api))}
        >
          패스키로 인증
        </Button>
      ) : null}
      {status.has_passkey && !hasPasskey ? (
        <p className="text-label text-ink-2">이 주소에서는 패스키를 쓸 수 없습니다. 다른 방법으로 인증해 주세요.</p>
      ) : null}
      {needsRecoveryCode ? (
        <CodeForm
          kind="recovery"
          isBusy={isBusy}
          onCode={(code) => void submit(submitFactor(api, { kind: 'recovery', code }))}
        />
      ) : status.has_totp ? (
        <CodeForm
          kind="totp"
          isSecond={hasPasskey}
          isBusy={isBusy}
          onCode={(code) => void submit(submitFactor(api, { kind: 'totp', code }))}
        />
      ) : null}
      <p role="alert" className={message === '' ? 'sr-only' : 'text-danger'}>
        {message}
      </p>
      {isLocked || (!status.has_totp && !hasPasskey) ? null : (
        <div>
          <Button tone="transparent" size="sm" onClick={() => setIsRecovering(!isRecovering)}>
            {isRecovering ? '다른 방법으로 인증' : '복구 코드로 인증'}
          </Button>
        </div>
      )}
      {needsRecoveryCode ? (
        <p className="text-label text-ink-2">복구 코드도 없으면 최고관리자에게 2단계 인증 초기화를 요청해 주세요.</p>
      ) : null}
    </div>
  )
}

function focusFirst(step: HTMLDivElement | null): void {
  step?.querySelector<HTMLElement>('button, input')?.focus({ preventScroll: true })
}

interface CodeFormProps {
  kind: 'totp' | 'recovery'
  /** Button label; defaults to 인증. */
  label?: string
  isBusy: boolean
  /** There is another method above, so this button isn't the primary one. */
  isSecond?: boolean
  onCode(code: string): void
}

/** Input for one code of the authenticator app or one recovery code; clears itself after submit. */
export function CodeForm({ kind, label = '인증', isBusy, isSecond = false, onCode }: CodeFormProps) {
  const [code, setCode] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '' || isBusy) return
    onCode(code)
    setCode('')
  }
  return (
    <form className="flex items-end gap-2" onSubmit={submit}>
      <div className="min-w-0 flex-1">
        {kind === 'totp' ? (
          <TextField
            label="인증 앱의 6자리 코드"
            autoComplete="one-time-code"
            inputMode="numeric"
            value={code}
            onValue={setCode}
            className="tabular"
          />
        ) : (
          <TextField label="복구 코드" autoCapitalize="none" spellCheck={false} value={code} onValue={setCode} />
        )}
      </div>
      <Button type="submit" tone={isSecond ? 'secondary' : 'primary'} isBusy={isBusy}>
        {label}
      </Button>
    </form>
  )
}
