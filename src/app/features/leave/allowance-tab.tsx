import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#app/records/unstored-values/form-dialog.tsx'
import { formatRefusal } from '#app/session/format-refusal.ts'
import { useServerAction } from '#app/session/server-action.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Skeleton } from '#app/ui/display/skeleton.tsx'
import { stickyHead, stickyName } from '#app/ui/display/sticky-names.ts'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { type LeaveAllowance, leaveAllowancePath, leaveAllowancesSchema } from '#contract/leave/leave.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { computeStatutoryLeave, formatRemaining } from '#domain/leave/leave.ts'
import { useAllowances } from './leave-form.tsx'
import { YearSelect } from './leave-list.tsx'

/**
 * 연차 현황: everybody's granted and remaining days of a year, for superusers. Always fetched and never
 * cached on the device.
 */
export function AllowanceTab({ year, onYear }: { year: number; onYear(year: number): void }) {
  const { data, isError, refetch } = useAllowances(year)
  const [edited, setEdited] = useState<LeaveAllowance | null>(null)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto pt-1 pb-6">
      <div className="w-28">
        <YearSelect year={year} onYear={onYear} />
      </div>
      {data ? (
        <PeopleTable year={year} people={data.results} onEdit={setEdited} />
      ) : isError ? (
        <div role="status" className="flex flex-col items-start gap-3">
          <p className="text-ink-2">연차 현황을 불러오지 못했습니다. 서버에 연결되면 볼 수 있습니다.</p>
          <Button onClick={() => void refetch()}>다시 시도</Button>
        </div>
      ) : (
        <Skeleton className="h-40 w-full max-w-3xl" />
      )}
      {edited ? <GrantDialog year={year} person={edited} onClose={() => setEdited(null)} /> : null}
    </div>
  )
}

interface AllowanceTableProps {
  year: number
  people: readonly LeaveAllowance[]
  onEdit(person: LeaveAllowance): void
}

const cell = 'border-b px-3 py-2 text-right tabular whitespace-nowrap max-sm:px-1.5'

/** On a phone the date of employment is shown only in the dialog that edits it. */
const wideOnly = 'max-sm:hidden'

function PeopleTable({ year, people, onEdit }: AllowanceTableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full max-w-3xl bg-paper-raised text-table">
        <caption className="sr-only">{year}년 연차 현황</caption>
        <thead className="bg-paper-sunk text-label font-semibold text-ink-2">
          <tr>
            {['이름', '입사일', '부여', '사용', '신청 중', '잔여', '설정'].map((label, index) => (
              <th
                key={label}
                scope="col"
                className={`px-3 py-2 whitespace-nowrap max-sm:px-1.5 ${index === 0 ? `text-left ${stickyHead}` : 'text-right'} ${index === 1 ? wideOnly : ''}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.user_id}>
              <th
                scope="row"
                className={`border-b px-3 py-2 text-left font-medium whitespace-nowrap max-sm:px-1.5 ${stickyName}`}
              >
                {person.name}
              </th>
              <td className={`${cell} ${wideOnly}`}>{formatDay(person.employment_date) || '미등록'}</td>
              <td className={cell}>
                {person.granted}일
                <span className="block text-label text-ink-3">{person.is_set ? '직접 설정' : '법정'}</span>
              </td>
              <td className={cell}>{person.used}일</td>
              <td className={cell}>{person.waiting}일</td>
              <td className={`${cell} font-semibold ${person.remaining < 0 ? 'text-danger' : ''}`}>
                {formatRemaining(person.remaining)}
              </td>
              <td className={cell}>
                <Button size="sm" aria-label={`${person.name} 연차 설정`} onClick={() => onEdit(person)}>
                  설정
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function GrantDialog({ year, person, onClose }: { year: number; person: LeaveAllowance; onClose(): void }) {
  const client = useQueryClient()
  const [start] = useState({
    employedOn: person.employment_date ?? '',
    days: person.is_set ? String(person.granted) : '',
  })
  const [employedOn, setEmployedOn] = useState(start.employedOn)
  const [days, setDays] = useState(start.days)
  const [error, setError] = useState<string>()
  const granted = days.trim() === '' ? null : Number(days)
  const { isBusy, run } = useServerAction({
    send: (api) =>
      api
        .put(leaveAllowancePath, {
          json: { user_id: person.user_id, year, granted, employment_date: employedOn || null },
        })
        .json(),
    parse: leaveAllowancesSchema.parse,
    done: `${person.name} 님의 연차를 설정했습니다.`,
    onRefusal: (problem) => setError(formatRefusal(problem)),
    refetches: [['leave']],
    onDone(allowances) {
      client.setQueryData(['leave', 'allowances', year], allowances)
      onClose()
    },
  })

  function save() {
    if (granted !== null && !(granted >= 0 && granted <= 99 && granted * 2 === Math.round(granted * 2)))
      setError('0에서 99까지 0.5일 단위로 입력해 주세요.')
    else void run()
  }

  return (
    <FormDialog
      width="narrow"
      title={`${person.name} 님의 ${year}년 연차`}
      isDirty={employedOn !== start.employedOn || days !== start.days}
      isBusy={isBusy}
      submitLabel="저장"
      className="flex flex-col gap-3 pt-1"
      onSubmit={save}
      onClose={onClose}
    >
      <DateField label="입사일" value={employedOn} onValue={setEmployedOn} />
      <TextField
        label="부여 일수"
        inputMode="decimal"
        className="text-right tabular-nums"
        hint={`비워 두면 근로기준법에 따라 ${computeStatutoryLeave(employedOn || null, year, person.left_on)}일입니다.`}
        error={error}
        value={days}
        onValue={(text) => {
          setDays(text)
          setError(undefined)
        }}
      />
    </FormDialog>
  )
}
