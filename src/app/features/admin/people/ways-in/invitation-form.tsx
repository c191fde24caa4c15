import { useState, type FormEvent } from 'react'
import type { MadeInvitation } from '#contract/people/invitations.ts'
import type { Answer } from '#app/session/answer-of.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'

interface InvitationFormProps {
  onMake(note: string): Promise<Answer<MadeInvitation>>
  onMade(made: MadeInvitation): void
}

/** Asks whom the new link is for. */
export function InvitationForm({ onMake, onMade }: InvitationFormProps) {
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (note.trim() === '') return setError('받는 사람을 입력해 주세요.')
    setBusy(true)
    const answer = await onMake(note)
    setBusy(false)
    if (answer.ok) onMade(answer.value)
    else setError(answer.problem.fields?.['note'] ?? answer.problem.message)
  }

  return (
    <form className="flex flex-col items-start gap-3" noValidate onSubmit={(event) => void submit(event)}>
      <div className="w-full">
        <TextField
          label="받는 사람"
          isRequired
          maxLength={50}
          value={note}
          error={error}
          hint="누구에게 보내는 링크인지 알아볼 수 있게 적습니다. 받는 사람에게는 보이지 않습니다."
          onValue={(value) => {
            setNote(value)
            setError(undefined)
          }}
        />
      </div>
      <Button type="submit" tone="primary" isBusy={isBusy}>
        초대 링크 만들기
      </Button>
    </form>
  )
}
