import { useState } from 'react'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'

const reasons = ['등기신청서 작성', '본인 확인', '기재 내용 확인·정정'] as const
const ownWords = '직접 입력'

/** Reason for revealing a number: a common one, or free text. Null: too short. */
export function useReason() {
  const [choice, setChoice] = useState<string>(reasons[0])
  const [words, setWords] = useState('')
  const reason = choice === ownWords ? words.trim() : choice
  return { choice, words, setChoice, setWords, reason: reason.length < 2 ? null : reason }
}

interface ReasonFieldProps {
  value: ReturnType<typeof useReason>
  error: string | undefined
}

export function ReasonField({ value: { choice, words, setChoice, setWords }, error }: ReasonFieldProps) {
  return (
    <>
      <Select
        label="조회 사유"
        value={choice}
        choices={[...reasons, ownWords].map((value) => ({ value, label: value }))}
        error={choice === ownWords ? undefined : error}
        onValue={setChoice}
      />
      {choice === ownWords ? (
        <TextField label="사유" isRequired maxLength={200} value={words} error={error} onValue={setWords} />
      ) : null}
      <p className="text-label text-ink-3">누가 언제 왜 조회했는지 접속 기록에 남습니다.</p>
    </>
  )
}
