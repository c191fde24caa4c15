import { useState, type FormEvent } from 'react'
import { requestableRights, type RequestedRight } from '#contract/keeping/person-requests.ts'
import { newId } from '#mirror/new-id.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { Select, type SelectChoice } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { useRequestCalls } from './use-requests.ts'

interface NewRequestDialogProps {
  onClose(): void
  onMade(id: string): void
}

const rights: readonly SelectChoice<RequestedRight>[] = (Object.keys(requestableRights) as RequestedRight[]).map(
  (value) => ({
    value,
    label: requestableRights[value],
  }),
)

/** Registers a request: whose data, which right, and how the identity was verified. */
export function NewRequestDialog({ onClose, onMade }: NewRequestDialogProps) {
  const call = useRequestCalls()
  const toast = useToast()
  const [id] = useState(newId)
  const [right, setRight] = useState<RequestedRight>('read')
  const [typed, setTyped] = useState({ ...emptyRequest, received_on: officeToday() })
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const text = (key: keyof typeof emptyRequest) => ({
    value: typed[key],
    error: faults[key],
    onValue: (value: string) => setTyped((now) => ({ ...now, [key]: value })),
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const { birth, phone, ...others } = typed
    const body = { id, asked_for: right, ...others, birth: birth || null, phone: phone.trim() || null }
    const answer = await call('post', '', body)
    setBusy(false)
    if (!answer.ok) {
      setFaults(answer.problem.fields ?? {})
      return toast.error(answer.problem.message)
    }
    toast.success('정보주체 요청을 접수했습니다.')
    onMade(id)
    onClose()
  }

  return (
    <Dialog
      open
      title="정보주체 요청 접수"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>취소</Button>
          <Button tone="primary" type="submit" form="person-request" isBusy={isBusy}>
            접수
          </Button>
        </>
      }
    >
      <form
        id="person-request"
        noValidate
        className="mt-3 grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => void submit(event)}
      >
        <TextField label="정보주체 이름" isRequired maxLength={50} {...text('person_name')} />
        <Select label="요청" value={right} choices={rights} onValue={(value) => setRight(value)} />
        <DateField label="생년월일" {...text('birth')} />
        <TextField label="연락처" maxLength={30} {...text('phone')} />
        <DateField label="받은 날" isRequired {...text('received_on')} />
        <TextField label="대신 요청한 사람" hint="본인이면 비워 둡니다." maxLength={100} {...text('asked_by')} />
        <div className="sm:col-span-2">
          <TextField
            label="본인 확인 방법"
            isRequired
            hint="신분증 대조, 위임장과 인감증명서 등"
            maxLength={200}
            {...text('identified_by')}
          />
        </div>
      </form>
    </Dialog>
  )
}

const emptyRequest = { person_name: '', birth: '', phone: '', received_on: '', asked_by: '', identified_by: '' }
