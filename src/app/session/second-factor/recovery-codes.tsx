import { useState } from 'react'
import { saveFile } from '#app/ui/browser/save-file.ts'
import { Button } from '#app/ui/buttons/button.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone(): void
}

/** Shown only once, to be copied, printed or saved before continuing. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [status, setStatus] = useState('')
  const text = codes.join('\n')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setStatus('복사했습니다.')
    } catch {
      setStatus('복사하지 못했습니다. 직접 적어 두거나 파일로 저장해 주세요.')
    }
  }
  return (
    <section aria-labelledby="recovery-codes" className="flex flex-col gap-3">
      <h2 id="recovery-codes" className="font-semibold">
        복구 코드
      </h2>
      <p className="text-ink-2">
        인증 수단을 모두 잃어버렸을 때 쓰는 코드입니다. 코드마다 한 번만 쓸 수 있고, 이 화면을 벗어나면 다시 볼 수
        없습니다. 안전한 곳에 보관해 주세요.
      </p>
      <ul
        aria-label="복구 코드 목록"
        className="tabular grid grid-cols-2 gap-x-6 gap-y-1 border-y py-3 max-sm:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div data-screen-only className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>복사</Button>
        <Button onClick={() => window.print()}>인쇄</Button>
        <Button onClick={() => saveFile('복구코드.txt', new Blob([`${text}\n`], { type: 'text/plain' }))}>
          파일 저장
        </Button>
        <Button tone="primary" onClick={onDone}>
          보관했습니다
        </Button>
      </div>
      <p role="status" className={status === '' ? 'sr-only' : 'text-ink-2'}>
        {status}
      </p>
    </section>
  )
}
