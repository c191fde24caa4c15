import { useState } from 'react'
import { requestStates, type PersonRequest } from '#contract/keeping/person-requests.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { useRequestCalls } from './use-requests.ts'

/** Closes a request with the outcome, or with the reason of a refusal. */
export function CloseRequest({ request }: { request: PersonRequest }) {
  const call = useRequestCalls()
  const toast = useToast()
  const [outcome, setOutcome] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  if (request.state !== 'open')
    return (
      <p>
        {formatDay(request.closed_on)} {requestStates[request.state]} · {request.updated_by} · {request.outcome}
      </p>
    )

  async function close(state: 'done' | 'refused') {
    if (outcome.trim() === '') return setFault('처리한 내용이나 거절한 근거를 입력해 주세요.')
    const answer = await call('put', '', { id: request.id, version: request.version, state, outcome })
    if (answer.ok) toast.success(state === 'done' ? '처리 완료로 저장되었습니다.' : '거절로 저장되었습니다.')
    else toast.error(answer.problem.message)
  }

  return (
    <div className="flex max-w-xl flex-col gap-2">
      <TextArea
        label="처리 결과"
        hint="처리한 내용, 거절하면 그 근거. 요청한 분에게 알린 날과 방법도 적어 둡니다."
        value={outcome}
        onValue={setOutcome}
        error={fault}
        maxLength={1000}
      />
      <div className="flex gap-2">
        <Button tone="primary" onClick={() => void close('done')}>
          처리 완료
        </Button>
        <Button onClick={() => void close('refused')}>거절</Button>
      </div>
    </div>
  )
}
