import { Columns3, RefreshCw, Link2, UserPlus } from 'lucide-react'
import { peopleExportNames, peoplePath } from '#contract/people/people.ts'
import { peopleRoles, peopleStates } from '#contract/people/people-words.ts'
import { useAddressSearch } from '#app/records/address/use-address-search.ts'
import { AnswerRefusal } from '#app/session/answer-states.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { useColumnLayout } from '#app/ui/column-layout/use-column-layout.ts'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { ExportButton } from '../export-button.tsx'
import { peopleQuestion, peopleSearch, type PeopleSearch, peopleColumns, PeopleTable } from './people-table.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { StillActivePeople } from './still-active-people.tsx'
import { usePeople } from './use-people.ts'
import { useEffect, useState } from 'react'
import { afterTyping, tableDelayMs } from '#app/ui/filter-bar/after-typing.ts'
import { InvitationsDialog } from './ways-in/invitations-dialog.tsx'
import { LinkedAccountsDialog } from './ways-in/linked-accounts-dialog.tsx'

/** 사용자 관리: everybody who ever signed in, with their records and roles. */
export function PeopleTab() {
  const { search, change } = useAddressSearch(peopleSearch)
  const question = peopleQuestion(search)
  const people = usePeople(useDebounced(new URLSearchParams(question).toString()))
  const layout = useColumnLayout('people', peopleColumns)
  const known = people.data?.ok ? people.data.value : undefined
  const open = known?.find(({ id }) => id === search.person)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <PeopleFilters search={search} onChange={change} />
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2" data-screen-only>
          <span role="status" className="tabular text-ink-2">
            {known ? `사용자 ${known.length.toLocaleString('ko')}명` : ''}
          </span>
          <WaysIn />
          <Button
            icon={<RefreshCw size={16} strokeWidth={1.5} />}
            isBusy={people.isFetching && people.data !== undefined}
            onClick={() => void people.refetch()}
          >
            새로고침
          </Button>
          <Button
            className="max-sm:hidden"
            icon={<Columns3 size={16} strokeWidth={1.5} />}
            onClick={layout.openManager}
          >
            컬럼 관리
          </Button>
          <ExportButton
            canUnmask
            path={`${peoplePath}/export_excel`}
            question={question}
            fileName={() => peopleExportNames(officeToday()).korean}
          />
        </div>
      </div>
      <StillActivePeople people={known ?? []} today={officeToday()} onOpen={(person) => change({ person })} />
      {people.data?.ok === false ? (
        <AnswerRefusal
          answer={people.data}
          noun="사용자 목록은"
          isBusy={people.isFetching}
          onRetry={() => void people.refetch()}
        />
      ) : (
        <PeopleTable people={known} layout={layout} search={search} onSearch={change} onChange={people.change} />
      )}
      {open ? <PersonDialog person={open} onChange={people.change} onClose={() => change({ person: '' })} /> : null}
    </div>
  )
}

const all = { value: '', label: '전체' } as const
const roleChoices = [all, ...peopleRoles] as const
const stateChoices = [all, ...peopleStates] as const

function PeopleFilters({ search, onChange }: { search: PeopleSearch; onChange(patch: Partial<PeopleSearch>): void }) {
  return (
    <search aria-label="사용자 필터" className="contents">
      <div className="w-40 max-sm:w-[calc(50%-0.25rem)]">
        <TextField label="이름" type="search" value={search.name} onValue={(name) => onChange({ name })} />
      </div>
      <div className="w-40 max-sm:w-[calc(50%-0.25rem)]">
        <TextField label="직급" type="search" value={search.position} onValue={(position) => onChange({ position })} />
      </div>
      <div className="w-32">
        <Select label="권한" value={search.role} choices={roleChoices} onValue={(role) => onChange({ role })} />
      </div>
      <div className="w-24">
        <Select label="상태" value={search.state} choices={stateChoices} onValue={(state) => onChange({ state })} />
      </div>
    </search>
  )
}

/**
 * Debounced text: every query about people is logged in the trail, so half-typed names must not be
 * sent.
 */
function useDebounced(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    if (text !== rested) return afterTyping(() => setRested(text), tableDelayMs)
  }, [text, rested])
  return rested
}

/** Buttons next to the list: invitations, and vehicle-maker accounts. */
function WaysIn() {
  const [open, setOpen] = useState<'invitations' | 'accounts' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button icon={<UserPlus size={16} strokeWidth={1.5} />} onClick={() => setOpen('invitations')}>
        직원 초대
      </Button>
      <Button icon={<Link2 size={16} strokeWidth={1.5} />} onClick={() => setOpen('accounts')}>
        기아 계정
      </Button>
      {open === 'invitations' ? <InvitationsDialog onClose={close} /> : null}
      {open === 'accounts' ? <LinkedAccountsDialog onClose={close} /> : null}
    </>
  )
}
