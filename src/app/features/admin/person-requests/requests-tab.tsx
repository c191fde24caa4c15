import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '#app/records/unstored-values/form-dialog.tsx'
import { useConfirmDiscard } from '#app/records/unstored-values/use-navigation-guard.ts'
import { ResultView } from '#app/session/result-view.tsx'
import { useServerForm } from '#app/session/server-action.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { Select, type SelectChoice } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import {
  type PersonRequest,
  personRequestsPath,
  requestableRights,
  type RequestedRight,
  requestStates,
} from '#contract/retention/person-requests.ts'
import { countDaysBetween, formatDay } from '#domain/dates/office-date.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { MonitorTable } from '../task-monitor/monitor-table.tsx'
import { requestListChange, RequestPanel, usePersonRequests } from './request-panel.tsx'

const head = ['받은 날', '정보주체', '요청', '처리 기한', '상태', '처리한 사람', '동작']

/**
 * 정보주체 요청 (개인정보 보호법 제35조–제37조): requests of data subjects, each due within ten days, and
 * the data found for the selected one.
 */
export function RequestsTab() {
  const query = usePersonRequests()
  const [isAdding, setIsAdding] = useState(false)
  const [openId, setOpenId] = useState<string | null>(null)
  const confirmDiscard = useConfirmDiscard()
  async function open(id: string) {
    if (id === openId || (await confirmDiscard())) setOpenId(id)
  }
  const openRequest = query.value?.results.find(({ id }) => id === openId)
  return (
    <PageLayout>
      <div className="flex flex-col gap-6">
        <section aria-labelledby="requests" className="flex flex-col gap-3">
          <div className="flex flex-wrap items-end justify-between gap-2">
            <div>
              <h2 id="requests" className="text-lead font-semibold">
                정보주체 요청
              </h2>
              <p className="measure text-ink-2">
                열람·정정·삭제·처리정지 요청은 받은 날부터 10일 안에 처리하고 결과를 알려야 합니다. 한 사람에 관한 모든
                기록을 찾아 내주거나 정정하고, 법령이 허용하면 파기합니다.
              </p>
            </div>
            <Button tone="primary" icon={<Plus size={16} strokeWidth={1.5} />} onClick={() => setIsAdding(true)}>
              요청 접수
            </Button>
          </div>
          <ResultView {...query} noun="정보주체 요청은">
            {({ results }) => (
              <MonitorTable
                label="받은 요청"
                head={head}
                lines={results.map((request) => ({
                  key: request.id,
                  cells: renderRequestCells(request, () => void open(request.id)),
                }))}
                empty="받은 요청이 없습니다."
              />
            )}
          </ResultView>
        </section>
        {openRequest ? <RequestPanel key={openRequest.id} request={openRequest} /> : null}
      </div>
      {isAdding ? <NewRequestDialog onClose={() => setIsAdding(false)} onCreated={setOpenId} /> : null}
    </PageLayout>
  )
}

function renderRequestCells(request: PersonRequest, onOpen: () => void) {
  const { id: _id, received_on, person_name, asked_for, due_on, state, updated_by } = request
  return [
    formatDay(received_on),
    person_name,
    requestableRights[asked_for],
    <span key="due" className="flex items-center gap-2">
      {formatDay(due_on)}
      {state === 'open' ? <DueBadge due={due_on} /> : null}
    </span>,
    requestStates[state],
    state === 'open' ? '' : updated_by,
    <Button
      key="open"
      size="sm"
      aria-label={`${person_name} 님의 ${requestableRights[asked_for]} 요청 열기`}
      onClick={onOpen}
    >
      열기
    </Button>,
  ]
}

function DueBadge({ due }: { due: string }) {
  const daysLeft = countDaysBetween(getOfficeToday(), due)
  if (daysLeft < 0) return <Badge tone="danger">기한 지남</Badge>
  return (
    <Badge tone={daysLeft <= 3 ? 'warn' : 'info'}>{daysLeft === 0 ? '오늘까지' : `${String(daysLeft)}일 남음`}</Badge>
  )
}

interface NewRequestDialogProps {
  onClose(): void
  onCreated(id: string): void
}

const rights: readonly SelectChoice<RequestedRight>[] = (Object.keys(requestableRights) as RequestedRight[]).map(
  (value) => ({
    value,
    label: requestableRights[value],
  }),
)

/** Registers a request: whose data, which right, and how the identity was verified. */
function NewRequestDialog({ onClose, onCreated }: NewRequestDialogProps) {
  const [id] = useState(newId)
  const [right, setRight] = useState<RequestedRight>('read')
  const { bind, ...form } = useServerForm(
    { ...emptyRequest, received_on: getOfficeToday() },
    {
      send(api, { birth, phone, ...others }) {
        const json = { id, asked_for: right, ...others, birth: birth || null, phone: phone.trim() || null }
        return api.post(personRequestsPath, { json }).text()
      },
      done: '정보주체 요청을 접수했습니다.',
      ...requestListChange,
      onDone() {
        onCreated(id)
        onClose()
      },
    },
  )
  return (
    <FormDialog
      {...form}
      title="정보주체 요청 접수"
      submitLabel="접수"
      className="mt-3 grid gap-4 sm:grid-cols-2"
      onClose={onClose}
    >
      <TextField label="정보주체 이름" isRequired maxLength={50} {...bind('person_name')} />
      <Select label="요청" value={right} choices={rights} onValue={(value) => setRight(value)} />
      <DateField label="생년월일" {...bind('birth')} />
      <TextField label="연락처" maxLength={30} {...bind('phone')} />
      <DateField label="받은 날" isRequired {...bind('received_on')} />
      <TextField label="대신 요청한 사람" hint="본인이면 비워 둡니다." maxLength={100} {...bind('asked_by')} />
      <div className="sm:col-span-2">
        <TextField
          label="본인 확인 방법"
          isRequired
          hint="신분증 대조, 위임장과 인감증명서 등"
          maxLength={200}
          {...bind('identified_by')}
        />
      </div>
    </FormDialog>
  )
}

const emptyRequest = { person_name: '', birth: '', phone: '', received_on: '', asked_by: '', identified_by: '' }
