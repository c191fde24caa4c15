import { useState, type FormEvent } from 'react'
import type { Candidate } from '#contract/keeping/keeping.ts'
import { newId } from '#mirror/new-id.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { useKeepingActs } from './use-keeping.ts'

/** Puts a due record on hold, with a reason and an end date. */
export function HoldDialog({ candidate, onClose }: { candidate: Candidate; onClose(): void }) {
  const act = useKeepingActs()
  const toast = useToast()
  const [id] = useState(newId)
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const missing = {
      ...(reason.trim() === '' && { reason: '보존하는 이유를 입력해 주세요.' }),
      ...(until === '' && { until: '보존 기한을 입력해 주세요.' }),
    }
    setFaults(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    const { collection, record_id } = candidate
    const answer = await act('post', 'holds', { id, collection, record_id, reason, until })
    setBusy(false)
    if (!answer.ok) {
      setFaults(answer.problem.fields ?? {})
      return toast.error(answer.problem.message)
    }
    toast.success(`'${candidate.caption}' 기록을 보존합니다.`)
    onClose()
  }

  return (
    <Dialog
      open
      title={`'${candidate.caption}' 보존`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>취소</Button>
          <Button tone="primary" type="submit" form="hold" isBusy={isBusy}>
            보존
          </Button>
        </>
      }
    >
      <form id="hold" noValidate className="mt-3 flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <TextField
          label="이유"
          isRequired
          hint="진행 중인 소송, 미수금처럼 더 보관해야 하는 사정"
          value={reason}
          onValue={setReason}
          error={faults['reason']}
          maxLength={300}
        />
        <div className="max-w-48">
          <DateField label="보존 기한" isRequired value={until} onValue={setUntil} error={faults['until']} />
        </div>
      </form>
    </Dialog>
  )
}
