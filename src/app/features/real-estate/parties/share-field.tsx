import { useState } from 'react'
import { readTypedShare, typedShareText, type PartyShare } from '#domain/applications/party-shares.ts'
import { TextField } from '#app/ui/fields/text-field.tsx'

interface ShareFieldProps {
  share: PartyShare
  /** As it is printed; absent: nobody knows yet. */
  printed: string | undefined
  isReadOnly: boolean
  error: string | undefined
  onShare(share: Required<PartyShare>): void
}

/** A share in percent or as a fraction. What is half typed stands here; a share is told as soon as it is one. */
export function ShareField({ share, printed, isReadOnly, error, onShare }: ShareFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isFault = typed !== null && readTypedShare(typed) === null
  return (
    <TextField
      label="지분(%)"
      readOnly={isReadOnly}
      className="text-right tabular-nums"
      value={typed ?? typedShareText(share)}
      error={isFault ? shareFault : error}
      hint={printed ?? '분수로도 입력할 수 있습니다. (예: 3/7)'}
      onBlur={() => setTyped(null)}
      onValue={(text) => {
        setTyped(text)
        const read = readTypedShare(text)
        if (read !== null) onShare(read)
      }}
    />
  )
}

const shareFault = '0에서 100 사이의 숫자(소수점 아래 2자리까지)나 분수(3/7, 7분의 3)로 입력해 주세요.'
