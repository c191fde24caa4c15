import { useState } from 'react'
import { TextField } from '#app/ui/fields/text-field.tsx'

interface ShareFieldProps {
  share: number
  isReadOnly: boolean
  error: string | undefined
  onShare(share: number): void
}

/** A share in percent, two decimals. What is half typed stands here; a number is told as soon as it is one. */
export function ShareField({ share, isReadOnly, error, onShare }: ShareFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isFault = typed !== null && readShare(typed) === null
  return (
    <TextField
      label="지분(%)"
      inputMode="decimal"
      readOnly={isReadOnly}
      className="text-right tabular-nums"
      value={typed ?? String(share)}
      error={isFault ? '0에서 100 사이의 숫자를 소수점 아래 2자리까지 입력해 주세요.' : error}
      onBlur={() => setTyped(null)}
      onValue={(text) => {
        setTyped(text)
        const read = readShare(text)
        if (read !== null) onShare(read)
      }}
    />
  )
}

function readShare(text: string): number | null {
  const plain = text.normalize('NFKC').replace(/[%\s]/g, '')
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(plain)) return null
  const share = Number(plain)
  return share <= 100 ? share : null
}
