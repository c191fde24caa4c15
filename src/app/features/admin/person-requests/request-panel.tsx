import { useState } from 'react'
import { sealPersonNumber } from '#app/records/person-numbers/seal-person-number.ts'
import { useDirtyForm } from '#app/records/unstored-values/dirty-form.ts'
import { formatRefusal } from '#app/session/format-refusal.ts'
import { useServerAction } from '#app/session/server-action.ts'
import { useServerQuery } from '#app/session/server-query.ts'
import { saveFile } from '#app/ui/browser/save-file.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { getBook } from '#contract/books/collections.ts'
import type { Problem } from '#contract/problem.ts'
import {
  destroyedForPersonSchema,
  type FoundPerson,
  foundPersonSchema,
  foundPlaceLabels,
  type PersonRecord,
  type PersonRequest,
  personRequestsPath,
  personRequestsSchema,
  requestableRights,
  requestStates,
} from '#contract/retention/person-requests.ts'
import { destroyWord } from '#contract/retention/retention.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { RecordLink } from '../retention/record-link.tsx'
import { MonitorTable } from '../task-monitor/monitor-table.tsx'

/** One request: the person's data, actions on it, and closing the request. */
export function RequestPanel({ request }: { request: PersonRequest }) {
  const { foundPerson, isBusy, find, number, setNumber, error } = useFindPerson(request)
  const download = useServerAction({
    send: (api, format: 'xlsx' | 'json') =>
      api.post(`${personRequestsPath}/take_out`, { json: { request: request.id, format } }).blob(),
    onDone: (file, format) => saveFile(`정보주체 열람 ${getOfficeToday()}.${format}`, file),
  })
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
            error={error}
          />
        </div>
        <Button tone="primary" isBusy={isBusy} onClick={find}>
          모든 기록 찾기
        </Button>
        {foundPerson ? (
          <>
            <Button onClick={() => void download.run('xlsx')}>엑셀로 내주기</Button>
            <Button onClick={() => void download.run('json')}>데이터 파일로 내주기</Button>
          </>
        ) : null}
      </div>
      {foundPerson ? <FoundRecords request={request} foundPerson={foundPerson} onChange={find} /> : null}
      <CloseRequest request={request} />
    </section>
  )
}

function useFindPerson(request: PersonRequest) {
  const toast = useToast()
  const [foundPerson, setFoundPerson] = useState<FoundPerson | null>(null)
  const [number, setNumber] = useState('')
  const [error, setError] = useState<string | undefined>()
  const { isBusy, run } = useServerAction({
    async send(api) {
      const sealed = number.trim() === '' ? null : await sealPersonNumber(number.trim()).catch(() => number.trim())
      return await api.post(`${personRequestsPath}/find`, { json: { request: request.id, number: sealed } }).json()
    },
    parse: foundPersonSchema.parse,
    onDone: setFoundPerson,
    onRefusal(problem) {
      setError(problem.fields?.['number'])
      toast.error(formatRefusal(problem, ['number']))
    },
  })
  function find() {
    setError(undefined)
    void run()
  }
  return { foundPerson, isBusy, find, number, setNumber, error }
}

/** Closes a request with the outcome, or with the reason of a refusal. */
function CloseRequest({ request }: { request: PersonRequest }) {
  const { id, version } = request
  const [outcome, setOutcome] = useState('')
  const [error, setError] = useState<string | undefined>()
  const save = useServerAction({
    send: (api, state: 'done' | 'refused') =>
      api.put(personRequestsPath, { json: { id, version, state, outcome } }).text(),
    done: (_, state) => (state === 'done' ? '처리 완료로 저장되었습니다.' : '거절로 저장되었습니다.'),
    ...requestListChange,
  })
  useDirtyForm(request.state === 'open' && outcome.trim() !== '', '처리 결과')
  if (request.state !== 'open')
    return (
      <p>
        {formatDay(request.closed_on)} {requestStates[request.state]} · {request.updated_by} · {request.outcome}
      </p>
    )

  function close(state: 'done' | 'refused') {
    if (outcome.trim() === '') setError('처리한 내용이나 거절한 근거를 입력해 주세요.')
    else void save.run(state)
  }

  return (
    <div className="flex max-w-xl flex-col gap-2">
      <TextArea
        label="처리 결과"
        hint="처리한 내용, 거절하면 그 근거. 요청한 분에게 알린 날과 방법도 적어 둡니다."
        value={outcome}
        onValue={setOutcome}
        error={error}
        maxLength={1000}
      />
      <div className="flex gap-2">
        <Button tone="primary" onClick={() => close('done')}>
          처리 완료
        </Button>
        <Button onClick={() => close('refused')}>거절</Button>
      </div>
    </div>
  )
}

interface FoundRecordsProps {
  request: PersonRequest
  foundPerson: FoundPerson
  onChange(): void
}

const head = ['선택', '종류', '기록', '찾은 항목', '처리정지', '삭제']

/**
 * All records found, each with a link and whether the law allows its destruction. Selected ones can
 * be stopped, resumed or destroyed.
 */
function FoundRecords({ request, foundPerson, onChange }: FoundRecordsProps) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const recordActions = useFoundRecordActions(request, onChange)
  const selectedRecords = foundPerson.records.filter(({ id }) => selectedIds.has(id))
  const areAllSelected = selectedRecords.length > 0 && selectedRecords.length === foundPerson.records.length
  const nothingChosen = selectedRecords.length === 0 ? '기록을 선택해 주세요.' : undefined
  const toggle = (id: string) =>
    setSelectedIds((now) => new Set(now.has(id) ? [...now].filter((other) => other !== id) : [...now, id]))
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="tabular text-ink-2">
        기록 {formatNumber(foundPerson.records.length)}건을 찾았습니다.
        {foundPerson.is_cut ? ' 너무 많아 종류마다 200건까지만 보입니다.' : ''}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setSelectedIds(new Set(areAllSelected ? [] : foundPerson.records.map(({ id }) => id)))}>
          {areAllSelected ? '모두 선택 해제' : '모두 선택'}
        </Button>
        <Button disabledReason={nothingChosen} onClick={() => void recordActions.block.run(selectedRecords)}>
          처리정지
        </Button>
        <Button disabledReason={nothingChosen} onClick={() => void recordActions.unblock.run(selectedRecords)}>
          처리정지 해제
        </Button>
        <Button
          tone="danger"
          disabledReason={nothingChosen}
          onClick={() => void recordActions.destroy.run(selectedRecords)}
        >
          삭제(파기)
        </Button>
      </div>
      <MonitorTable
        label="찾은 기록"
        head={head}
        lines={foundPerson.records.map((record) => ({
          key: record.id,
          cells: renderRecordCells(record, {
            isSelected: selectedIds.has(record.id),
            onToggle: () => toggle(record.id),
          }),
        }))}
        empty="기록이 없습니다."
      />
      <ul aria-label="그 밖에 찾은 곳">
        {foundPerson.elsewhere.map(({ place, count, notes }) => (
          <li key={place} className="border-b py-2">
            <span className="font-semibold">{foundPlaceLabels[place]}</span>{' '}
            <span className="tabular">{formatNumber(count)}건</span>
            <span className="block text-label text-ink-2">{notes.join(', ')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function renderRecordCells(record: PersonRecord, { isSelected, onToggle }: { isSelected: boolean; onToggle(): void }) {
  const { collection, id, caption, told_by, whole, is_blocked, kept } = record
  const target = whole ?? { collection, id }
  return [
    <input key="tick" type="checkbox" aria-label={`${caption} 선택`} checked={isSelected} onChange={onToggle} />,
    getBook(collection).label,
    <RecordLink key="record" {...target} caption={caption} />,
    told_by.join(', '),
    is_blocked ? (
      <Badge key="stopped" tone="danger">
        처리정지
      </Badge>
    ) : (
      ''
    ),
    kept === null ? '할 수 있음' : `${kept.until === null ? '' : `${formatDay(kept.until)}까지 보존 · `}${kept.reason}`,
  ]
}

function useFoundRecordActions({ id: request }: PersonRequest, onChange: () => void) {
  const toast = useToast()
  const requestBody = (records: readonly PersonRecord[]) => ({
    json: { request, records: records.map(({ collection, id }) => ({ collection, id })) },
  })
  const blockPath = `${personRequestsPath}/block`
  // What is shown is found again, after a refusal too.
  function onRefusal({ message }: Problem) {
    toast.error(message)
    onChange()
  }
  return {
    block: useServerAction({
      send: (api, records: readonly PersonRecord[]) => api.post(blockPath, requestBody(records)).text(),
      done: '선택한 기록의 처리를 정지했습니다.',
      onDone: onChange,
      onRefusal,
    }),
    unblock: useServerAction({
      send: (api, records: readonly PersonRecord[]) => api.delete(blockPath, requestBody(records)).text(),
      done: '처리정지를 해제했습니다.',
      onDone: onChange,
      onRefusal,
    }),
    destroy: useServerAction({
      question: (records: readonly PersonRecord[]) => ({
        title: `선택한 기록 ${String(records.length)}건을 파기하시겠습니까?`,
        message: '법령에 따라 보존해야 하는 기록은 남습니다. 파기한 기록은 되살릴 수 없습니다.',
        typedWord: destroyWord,
        confirmLabel: destroyWord,
        isDestructive: true,
      }),
      send: (api, records) => api.post(`${personRequestsPath}/destroy`, requestBody(records)).json(),
      parse: destroyedForPersonSchema.parse,
      onDone({ destroyed, left }) {
        const [first] = left
        if (first)
          toast.warning(`${String(destroyed)}건을 파기했고 ${String(left.length)}건은 남았습니다. ${first.reason}`)
        else toast.success(`${String(destroyed)}건을 파기했습니다.`)
        onChange()
      },
      onRefusal,
    }),
  }
}

const requestsKey = ['person-requests']

/** Of an action that changes a request. */
export const requestListChange = { refetches: [requestsKey], refetchesAlways: true } as const

/** All requests, newest first. */
export function usePersonRequests() {
  return useServerQuery(personRequestsPath, personRequestsSchema, { queryKey: requestsKey })
}
