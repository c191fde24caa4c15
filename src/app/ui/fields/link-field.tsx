import { Copy } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { pickParticle } from '#domain/text/pick-particle.ts'
import { Button } from '../buttons/button.tsx'
import { useToast } from '../overlays/toast.tsx'
import { TextField } from './text-field.tsx'

interface LinkFieldProps {
  label: string
  link: string
  /** Further buttons. */
  children?: ReactNode
}

/** A link that is shown only this once, to be copied. */
export function LinkField({ label, link, children }: LinkFieldProps) {
  const toast = useToast()
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Moves focus to the copy button, so that pressing Enter again copies the link.
  useEffect(() => button.current?.focus(), [])

  async function copy() {
    const object = `${label}${pickParticle(label, '을/를')}`
    try {
      await navigator.clipboard.writeText(link)
      toast.success(`${object} 복사했습니다.`)
    } catch {
      field.current?.select()
      toast.error(`${object} 복사하지 못했습니다. 선택된 글을 직접 복사해 주세요.`)
    }
  }

  return (
    <>
      <TextField
        ref={field}
        label={label}
        readOnly
        value={link}
        onValue={() => undefined}
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button ref={button} tone="primary" icon={<Copy size={16} strokeWidth={1.5} />} onClick={() => void copy()}>
          {`${label} 복사`}
        </Button>
        {children}
      </div>
    </>
  )
}
