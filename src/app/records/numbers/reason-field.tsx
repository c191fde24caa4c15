import { useState } from 'react'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'

const reasons = ['등기신청서 작성', '본인 확인', '기재 내용 확인·정정'] as const
const customReason = '직접 입력'

/** Reason for revealing a number: a common one, or free text. Null: too short. */
export function useReason() {
  const [choice, setChoice] = useState<string>(reasons[0])
  const [customText, setCustomText] = useState('')
  const reason = choice === customReason ? customText.trim() : choice
  return { choice, customText, setChoice, setCustomText, reason: reason.length < 2 ? null : reason }
}

interface ReasonFieldProps {
  value: ReturnType<typeof useReason>
  error: string | undefined
}

export function ReasonField({ value: { choice, customText, setChoice, setCustomText }, error }: ReasonFieldProps) {
  return (
    <>
      <Select
        label="조회 사유"
        value={choice}
        choices={[...reasons, customReason].map((value) => ({ value, label: value }))}
        error={choice === customReason ? undefined : error}
        onValue={setChoice}
      />
      {choice === customReason ? (
        <TextField label="사유" isRequired maxLength={200} value={customText} error={error} onValue={setCustomText} />
      ) : null}
      <p className="text-label text-ink-3">누가 언제 왜 조회했는지 접속 기록에 남습니다.</p>
    </>
  )
}
