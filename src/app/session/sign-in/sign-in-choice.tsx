import { useId } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import type { SignInProvider } from '#contract/session/session.ts'

interface SignInChoiceProps {
  providers: readonly SignInProvider[]
  onChoose(provider: SignInProvider): void
  onClose(): void
}

/**
 * Asks for the provider when the server offers several. Uses the browser's own dialog, because
 * visitors load no other and it also opens above the back office's dialogs.
 */
export function SignInChoice({ providers, onChoose, onClose }: SignInChoiceProps) {
  const id = useId()
  return (
    <dialog
      ref={showDialog}
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto w-[min(360px,calc(100vw-32px))] rounded-panel border bg-paper-raised p-5 text-ink shadow-float backdrop:bg-veil"
    >
      <h2 id={id} className="text-title font-semibold">
        로그인 방법
      </h2>
      <div className="mt-4 flex flex-col gap-2">
        {providers.map((provider, index) => (
          <Button
            key={provider}
            size="xl"
            tone={index === 0 ? 'primary' : 'secondary'}
            onClick={() => onChoose(provider)}
          >
            {labels[provider]}
          </Button>
        ))}
      </div>
      <p className="mt-3 text-label text-ink-2">
        기아 계정은 최고관리자가 직원과 연결한 뒤에 로그인할 수 있습니다. 처음이라면 한 번 로그인한 다음 연결을 요청해
        주세요.
      </p>
      <form method="dialog" className="mt-4 text-right">
        <Button type="submit" tone="transparent">
          취소
        </Button>
      </form>
    </dialog>
  )
}

const labels: Record<SignInProvider, string> = {
  kakao: '카카오로 로그인',
  local: '체험 계정으로 로그인',
  kia: '기아 계정으로 로그인',
}

function showDialog(dialog: HTMLDialogElement | null): void {
  if (dialog?.isConnected && !dialog.open) dialog.showModal()
}
