import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { MadeInvitation } from '#contract/people/invitations.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { momentText } from '#app/ui/display/moment-text.ts'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'

interface MadeLinkProps {
  made: MadeInvitation
  /** Closes the display of the link. */
  onDone(): void
}

/** A new link, which is shown only this once. */
export function MadeLink({ made, onDone }: MadeLinkProps) {
  const toast = useToast()
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Moves focus to the copy button, so that pressing Enter again copies the link.
  useEffect(() => button.current?.focus(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(made.link)
      toast.success('초대 링크를 복사했습니다.')
    } catch {
      field.current?.select()
      toast.error('링크를 복사하지 못했습니다. 선택된 링크를 직접 복사해 주세요.')
    }
  }

  return (
    <section aria-label="만든 초대 링크" className="flex flex-col gap-3 rounded-panel bg-paper-sunk p-4">
      <div role="status">
        <p className="font-semibold">초대 링크를 만들었습니다.</p>
        <p className="tabular text-ink-2">
          {momentText(Date.parse(made.expires_at))}까지 사용할 수 있습니다. 지금 복사해 두지 않으면 다시 볼 수 없습니다.
        </p>
      </div>
      <TextField
        ref={field}
        label="초대 링크"
        readOnly
        value={made.link}
        onValue={() => undefined}
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button ref={button} tone="primary" icon={<Copy size={16} strokeWidth={1.5} />} onClick={() => void copy()}>
          링크 복사
        </Button>
        <Button onClick={onDone}>다른 사람 초대</Button>
      </div>
    </section>
  )
}
