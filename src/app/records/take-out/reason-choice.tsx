import { useState, type ReactNode } from 'react'
import { takeOutShape } from '#contract/take-out.ts'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'

const ownWords = '기타'

export interface ReasonChoice {
  readonly fields: ReactNode
  /** What was given; null: it does not do yet, and the field says why. */
  read(): string | null
  setFault(fault: string): void
}

/** One reason out of a few, or words of one's own. */
export function useReasonChoice(reasons: readonly string[], first: () => string): ReasonChoice {
  const [choice, setChoice] = useState<string>(first)
  const [words, setWords] = useState('')
  const [fault, setFault] = useState<string>()
  const isOwn = choice === ownWords
  return {
    setFault,
    read() {
      const read = takeOutShape.reason.safeParse(isOwn ? words : choice)
      if (!read.success) setFault(read.error.issues[0]?.message ?? '')
      return read.data ?? null
    },
    fields: (
      <>
        <Select
          label="사유"
          value={choice}
          choices={[...reasons, ownWords].map((value) => ({ value, label: value }))}
          error={isOwn ? undefined : fault}
          onValue={(value) => {
            setChoice(value)
            setFault(undefined)
          }}
        />
        {isOwn ? (
          <TextField label="기타 사유" isRequired maxLength={200} value={words} error={fault} onValue={setWords} />
        ) : null}
      </>
    ),
  }
}
