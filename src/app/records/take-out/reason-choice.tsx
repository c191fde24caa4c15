import { useState, type ReactNode } from 'react'
import { takeOutReasons, takeOutShape, type TakeOut } from '#contract/take-out.ts'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { lastReason, rememberReason } from './last-reason.ts'

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

/** Why a file that hides what it must leaves the house, asked in the dialog that makes it: no second question stands over the first. */
export function useTakeOutReason(): { readonly fields: ReactNode; read(): TakeOut | null } {
  const choice = useReasonChoice(takeOutReasons, lastReason)
  return {
    read() {
      const reason = choice.read()
      if (reason === null) return null
      const given = { reason, isMasked: true }
      rememberReason(given)
      return given
    },
    fields: (
      <>
        {choice.fields}
        <p className="text-label text-ink-3">{takeOutNote}</p>
      </>
    ),
  }
}

export const takeOutNote = '누가 언제 왜 내보냈는지 접속기록에 남습니다.'
