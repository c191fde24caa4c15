import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

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
