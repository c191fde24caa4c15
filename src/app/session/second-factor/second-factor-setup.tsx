import { KeyRound, Smartphone } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { encode } from 'uqr'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import type { Result } from '../api-result.ts'
import { useApi } from '../api.tsx'
import { canUsePasskeys, finishTotp, registerPasskey, startTotp } from './factor-calls.ts'
import { CodeForm } from './second-factor-form.tsx'

interface SecondFactorSetupProps {
  /** Called when set up. The codes are shown only this once; null if the user already had some. */
  onDone(codes: readonly string[] | null): void
  /** Which method to offer; both by default. */
  only?: 'passkey' | 'totp'
}

interface TotpSetup {
  uri: string
  secret: string
}

/** Sets up a passkey, or an authenticator app with a QR code and a first code. */
export function SecondFactorSetup({ onDone, only }: SecondFactorSetupProps) {
  const api = useApi()
  const [name, setName] = useState(guessDeviceName)
  const [totpSetup, setTotpSetup] = useState<TotpSetup | null>(null)
  const [message, setMessage] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  async function run<Value>(call: Promise<Result<Value>>, onValue: (value: Value) => void): Promise<void> {
    setIsBusy(true)
    setMessage('')
    const result = await call
    setIsBusy(false)
    if (result.ok) onValue(result.value)
    else setMessage(result.problem.message)
  }
  function addPasskey(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) void run(registerPasskey(api, name), onDone)
  }

  return (
    <div className="flex flex-col gap-5">
      {only === 'totp' || totpSetup ? null : canUsePasskeys() ? (
        <form className="flex flex-col gap-2" onSubmit={addPasskey}>
          <p className="font-semibold">패스키 (권장)</p>
          <p className="text-ink-2">지문·얼굴·화면 잠금이나 보안 키로 인증합니다.</p>
          <div className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <TextField label="패스키 이름" maxLength={50} value={name} onValue={setName} />
            </div>
            <Button type="submit" tone="primary" icon={<KeyRound size={16} strokeWidth={1.5} />} isBusy={isBusy}>
              패스키 등록
            </Button>
          </div>
        </form>
      ) : (
        <p className="text-ink-2">이 주소에서는 패스키를 쓸 수 없습니다. 인증 앱을 등록해 주세요.</p>
      )}
      {only === 'passkey' ? null : totpSetup ? (
        <TotpConfirmation
          setup={totpSetup}
          isBusy={isBusy}
          onCode={(code) => void run(finishTotp(api, code), onDone)}
        />
      ) : (
        <div className="flex flex-col gap-2">
          <p className="font-semibold">인증 앱</p>
          <p className="text-ink-2">휴대전화의 인증 앱이 30초마다 보여 주는 6자리 코드로 인증합니다.</p>
          <div>
            <Button
              icon={<Smartphone size={16} strokeWidth={1.5} />}
              isBusy={isBusy}
              onClick={() => void run(startTotp(api), setTotpSetup)}
            >
              인증 앱 등록
            </Button>
          </div>
        </div>
      )}
      <p role="alert" className={message === '' ? 'sr-only' : 'text-danger'}>
        {message}
      </p>
    </div>
  )
}

function TotpConfirmation({
  setup,
  isBusy,
  onCode,
}: {
  setup: TotpSetup
  isBusy: boolean
  onCode(code: string): void
}) {
  return (
    <div className="flex flex-col gap-3">
      <p className="font-semibold">인증 앱 등록</p>
      <p className="text-ink-2">
        인증 앱으로 QR 코드를 찍거나 아래 키를 입력한 뒤, 앱에 나온 6자리 코드를 적어 주세요.
      </p>
      <QrCode uri={setup.uri} />
      <p className="break-all text-label text-ink-2">
        키 <span className="tabular font-semibold text-ink">{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
      </p>
      <CodeForm kind="totp" label="등록" isBusy={isBusy} onCode={onCode} />
    </div>
  )
}

/** Suggested name; the user can change it. */
function guessDeviceName(): string {
  const { userAgent } = navigator
  const deviceWord = (['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux'] as const).find((word) =>
    userAgent.includes(word),
  )
  return deviceWord === undefined ? '내 기기' : `${deviceWord} 기기`
}

/**
 * QR code with the key for an authenticator app. Black on white in dark mode too, because phones
 * read other colors badly.
 */
function QrCode({ uri }: { uri: string }) {
  const { size, path } = useMemo(() => qrPath(uri), [uri])
  return (
    <svg
      role="img"
      aria-label="인증 앱으로 찍을 QR 코드"
      viewBox={`0 0 ${size} ${size}`}
      className="size-48"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function qrPath(uri: string): { size: number; path: string } {
  const { size, data } = encode(uri, { border: 2 })
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: dots.join('') }
}
