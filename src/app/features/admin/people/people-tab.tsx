import { Columns3, Link2, RefreshCw, UserPlus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { describeExportScope } from '#app/records/export-reason/export-scope.ts'
import { createGroupSource } from '#app/records/groups/open-groups.ts'
import { parseSort } from '#app/records/url-state/record-search.ts'
import { useUrlSearch } from '#app/records/url-state/use-url-search.ts'
import { ResultProblem } from '#app/session/result-view.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { ToolButton } from '#app/ui/buttons/tool-button.tsx'
import { ColumnManager } from '#app/ui/column-layout/column-manager.tsx'
import { type ColumnLayoutState, useColumnLayout } from '#app/ui/column-layout/use-column-layout.ts'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { EmptyState } from '#app/ui/data-table/data-table-props.ts'
import type { EditAction, EditOutcome } from '#app/ui/data-table/editing/edit-action.ts'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { afterTyping, tableDelayMs } from '#app/ui/filter-bar/after-typing.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { RecordList } from '#app/ui/record-cards/record-list.tsx'
import type { AnyRecord } from '#contract/books/field.ts'
import {
  buildPeopleFileNames,
  peoplePath,
  peopleRoles,
  peopleStates,
  type Person,
  personDescription,
} from '#contract/people/people.ts'
import type { Sort } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatRemaining } from '#domain/leave/leave.ts'
import { writeSort } from '#domain/text/list-url-params.ts'
import { ServerExportButton } from '../server-export-button.tsx'
import { InvitationsDialog } from './invitations-dialog.tsx'
import { LinkedAccountsDialog } from './linked-accounts-dialog.tsx'
import { PersonDialog, StillActivePeople } from './person-dialog.tsx'
import { type ChangePerson, usePeople } from './use-people.ts'

/** 사용자 관리: everybody who ever signed in, with their records and roles. */
export function PeopleTab() {
  const { search, change } = useUrlSearch(peopleSearch)
  const params = peopleQuery(search)
  const people = usePeople(useDebounced(new URLSearchParams(params).toString()))
  const layout = useColumnLayout('people', peopleColumns)
  const loadedPeople = people.value?.results
  const scope = describeExportScope({ count: loadedPeople?.length ?? null, isNarrowed: isFiltered(search), unit: '명' })
  const openPerson = loadedPeople?.find(({ id }) => id === search.person)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <PeopleFilters search={search} onChange={change} />
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2" data-screen-only>
          <span role="status" className="tabular text-ink-2">
            {loadedPeople ? `사용자 ${formatNumber(loadedPeople.length)}명` : ''}
          </span>
          <SignInMethods open={search.dialog} onOpen={(dialog) => change({ dialog })} />
          <ToolButton
            label="새로고침"
            labelFrom="widest"
            icon={<RefreshCw size={16} strokeWidth={1.5} />}
            isBusy={people.isBusy && people.result !== undefined}
            onClick={people.onRetry}
          />
          <ToolButton
            label="컬럼 관리"
            labelFrom="widest"
            className="max-sm:hidden"
            icon={<Columns3 size={16} strokeWidth={1.5} />}
            onClick={layout.openManager}
          />
          <ServerExportButton
            canUnmask
            path={`${peoplePath}/export_excel`}
            query={params}
            scope={scope}
            fileName={() => buildPeopleFileNames(getOfficeToday()).korean}
          />
        </div>
      </div>
      <StillActivePeople people={loadedPeople ?? []} today={getOfficeToday()} onOpen={(person) => change({ person })} />
      {people.result?.ok === false ? (
        <ResultProblem result={people.result} noun="사용자 목록은" isBusy={people.isBusy} onRetry={people.onRetry} />
      ) : (
        <PeopleTable people={loadedPeople} layout={layout} search={search} onSearch={change} onChange={people.change} />
      )}
      {openPerson ? (
        <PersonDialog person={openPerson} onChange={people.change} onClose={() => change({ person: '' })} />
      ) : null}
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
 * Every query about people is logged in the trail, so half-typed names must not be sent.
 */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    if (text !== debounced) return afterTyping(() => setDebounced(text), tableDelayMs)
  }, [text, debounced])
  return debounced
}

interface SignInMethodsProps {
  open: PeopleSearch['dialog']
  onOpen(dialog: PeopleSearch['dialog']): void
}

/** Buttons next to the list: invitations and Kia accounts. */
function SignInMethods({ open, onOpen }: SignInMethodsProps) {
  const close = () => onOpen('')
  return (
    <>
      <Button icon={<UserPlus size={16} strokeWidth={1.5} />} onClick={() => onOpen('invitations')}>
        직원 초대
      </Button>
      <Button icon={<Link2 size={16} strokeWidth={1.5} />} onClick={() => onOpen('accounts')}>
        기아 계정
      </Button>
      {open === 'invitations' ? <InvitationsDialog onClose={close} /> : null}
      {open === 'accounts' ? <LinkedAccountsDialog onClose={close} /> : null}
    </>
  )
}

const searchText = z.string().max(100).catch('').default('')

/** Search parameters of 사용자 관리. */
const peopleSchema = z.object({
  page: z.int().min(1).catch(1).default(1),
  name: searchText,
  position: searchText,
  role: z.enum(['', 'member', 'staff', 'superuser']).catch('').default(''),
  state: z.enum(['', 'active', 'blocked']).catch('').default(''),
  sort: searchText,
  /** Id of the person who is open. */
  person: searchText,
  /** The dialog that is open. */
  dialog: z.enum(['', 'invitations', 'accounts']).catch('').default(''),
})
type PeopleSearch = z.output<typeof peopleSchema>

const peopleSearch = { schema: peopleSchema, empty: peopleSchema.parse({}) }

/** Filters and order as query parameters, without empty ones. */
function peopleQuery({ name, position, role, state, sort }: PeopleSearch): Record<string, string> {
  const params = { name: name.trim(), position: position.trim(), role, state, ordering: sort }
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''))
}

/** The server sorts by one field only. */
function firstSort(search: Pick<PeopleSearch, 'sort'>): Sort[] {
  return parseSort(search).slice(0, 1)
}

/** For `useColumnLayout`. */
const peopleColumns = buildAllColumns(personDescription, {
  card_num: { sortField: null },
  vacation_over_days: {
    sortField: null,
    format: ({ record }) => formatLeave(record['vacation_over_days']),
    tone: ({ record }) => (Number(record['vacation_over_days'] ?? 0) < 0 ? 'danger' : null),
  },
})

const personCard = {
  columns: peopleColumns,
  fields: { title: 'name', note: 'position', place: 'email', state: 'state', day: 'last_login' },
} as const

/** Highest roles first, then by name. */
const defaultSort = { field: 'role', direction: 'desc' } as const

interface PeopleTableProps {
  people: readonly Person[] | undefined
  layout: ColumnLayoutState
  search: PeopleSearch
  onSearch(patch: Partial<PeopleSearch>): void
  onChange: ChangePerson
}

/**
 * User records, edited in the table. Each row is a separate call, so a refusal does not affect
 * other rows.
 */
function PeopleTable({ people, layout, search, onSearch, onChange }: PeopleTableProps) {
  const toast = useToast()
  const [source] = useState(createGroupSource)
  const rows = useMemo(() => people?.map(toPersonRow), [people])
  useEffect(() => {
    if (rows) source.setRows('ready', rows)
  }, [source, rows])

  async function saveChanges(action: EditAction): Promise<EditOutcome> {
    const changed = new Map<string, { row: SourceRow; fields: Record<string, unknown> }>()
    for (const { row, key, new: value } of action.changes) {
      const entry = changed.get(row.id) ?? { row, fields: {} }
      entry.fields[key] = value
      changed.set(row.id, entry)
    }
    const refusals: string[] = []
    for (const { row, fields } of changed.values()) {
      const result = await onChange.run({ json: { id: row.id, version: row.record.version, ...fields } })
      if (result?.ok === false) refusals.push(Object.values(result.problem.fields ?? {})[0] ?? result.problem.message)
    }
    const [message] = refusals
    if (message !== undefined) return { message }
    toast.success('성공적으로 수정되었습니다.')
  }

  return (
    <>
      <RecordList
        card={personCard}
        tableId="people"
        label="사용자"
        source={source}
        {...layout.table}
        sort={firstSort(search)}
        defaultSort={defaultSort}
        onSort={(sort) => onSearch({ sort: writeSort(sort.slice(0, 1)) })}
        queryKey={JSON.stringify(peopleQuery(search))}
        onEdit={saveChanges}
        onOpenRow={(row) => onSearch({ person: row.id })}
        empty={buildEmptyState(search, onSearch)}
        onMessage={({ type, text }) => toast[type](text)}
        today={getOfficeToday}
      />
      <ColumnManager {...layout.manager} groups={personDescription.groups} source={source} />
    </>
  )
}

function isFiltered(search: PeopleSearch): boolean {
  const { ordering: _ordering, ...filters } = peopleQuery(search)
  return Object.keys(filters).length > 0
}

function buildEmptyState(search: PeopleSearch, onSearch: PeopleTableProps['onSearch']): EmptyState {
  if (!isFiltered(search)) return { text: '데이터가 없습니다.' }
  const { name, position, role, state } = peopleSearch.empty
  return {
    text: '데이터가 없습니다.',
    reason: '필터에 맞는 사용자가 없습니다.',
    action: { label: '필터 초기화', run: () => onSearch({ name, position, role, state }) },
  }
}

function toPersonRow(person: Person): SourceRow {
  const record: AnyRecord = { ...person }
  return { id: person.id, record, joined: {}, marks: {}, state: 'plain', isOutside: false }
}

function formatLeave(days: unknown): string {
  return typeof days === 'number' ? formatRemaining(days) : ''
}
