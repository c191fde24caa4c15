import { useState } from 'react'
import {
  requestableRights,
  foundPersonSchema,
  personRequestsPath,
  type FoundPerson,
  type PersonRequest,
  requestStates,
} from '#contract/keeping/person-requests.ts'
import { sealNumber } from '#app/records/numbers/seal-number.ts'
import { useApi } from '#app/session/api.tsx'
import { answerOf } from '#app/session/answer-of.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { saveFile } from '#app/ui/save-file.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { FoundRecords } from './found-records.tsx'
import { useRequestCalls } from './use-requests.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'

/** One request: the person's data, actions on it, and closing the request. */
export function RequestPanel({ request }: { request: PersonRequest }) {
  const { found, isBusy, find, number, setNumber, fault } = useFoundPerson(request)
  const takeOut = useTakeOut(request)
  const title = `${request.person_name} 님의 ${requestableRights[request.asked_for]} 요청`
  return (
    <section aria-labelledby="request" className="flex flex-col gap-4 border-t border-rule-strong pt-4">
      <div>
        <h2 id="request" className="text-lead font-semibold">
          {title}
        </h2>
        <p className="text-ink-2">
          {request.asked_by === '' ? '본인' : `대신 요청한 사람 ${request.asked_by}`} · 확인 {request.identified_by}
        </p>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <div className="w-56">
          <TextField
            label="주민등록번호(선택)"
            hint="찾는 데만 쓰고 보관하지 않습니다."
            autoComplete="off"
            value={number}
            onValue={setNumber}
            error={fault}
          />
        </div>
        <Button tone="primary" isBusy={isBusy} onClick={() => void find()}>
          모든 기록 찾기
        </Button>
        {found ? (
          <>
            <Button onClick={() => void takeOut('xlsx')}>엑셀로 내주기</Button>
            <Button onClick={() => void takeOut('json')}>데이터 파일로 내주기</Button>
          </>
        ) : null}
      </div>
      {found ? <FoundRecords request={request} found={found} onChange={() => void find()} /> : null}
      <CloseRequest request={request} />
    </section>
  )
}

function useFoundPerson(request: PersonRequest) {
  const call = useRequestCalls()
  const toast = useToast()
  const [found, setFound] = useState<FoundPerson | null>(null)
  const [number, setNumber] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  async function find(): Promise<void> {
    setBusy(true)
    setFault(undefined)
    const sealed = number.trim() === '' ? null : await sealNumber(number.trim()).catch(() => number.trim())
    const answer = await call('post', '/find', { request: request.id, number: sealed })
    setBusy(false)
    if (answer.ok) return setFound(foundPersonSchema.parse(answer.value))
    setFault(answer.problem.fields?.['number'])
    toast.error(answer.problem.message)
  }
  return { found, isBusy, find, number, setNumber, fault }
}

function useTakeOut({ id }: PersonRequest) {
  const api = useApi()
  const toast = useToast()
  return async (format: 'xlsx' | 'json') => {
    const json = { request: id, format }
    const answer = await answerOf(api.post(`${personRequestsPath}/take_out`, { json }).blob())
    if (answer.ok) saveFile(`정보주체 열람 ${officeToday()}.${format}`, answer.value)
    else toast.error(answer.problem.message)
  }
}

/** Closes a request with the outcome, or with the reason of a refusal. */
function CloseRequest({ request }: { request: PersonRequest }) {
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
