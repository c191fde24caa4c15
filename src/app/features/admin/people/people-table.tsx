import { useEffect, useMemo, useState } from 'react'
import type { AnyRecord } from '#contract/books/field.ts'
import { personDescription, type Person } from '#contract/people/people.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { remainingText } from '#domain/ledgers/leave.ts'
import { createGroupSource } from '#app/records/groups/group-source.ts'
import { writeSort } from '#domain/text/list-address.ts'
import { allColumnsOf } from '#app/ui/data-table/columns/table-columns.ts'
import type { EmptyWords } from '#app/ui/data-table/data-table-props.ts'
import type { EditAction, EditOutcome } from '#app/ui/data-table/editing/edit-action.ts'
import type { ColumnLayoutState } from '#app/ui/column-layout/use-column-layout.ts'
import { ColumnManager } from '#app/ui/column-layout/column-manager.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { RecordList } from '#app/ui/record-cards/record-list.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { ChangePerson } from './use-people.ts'
import { z } from 'zod'
import type { Sort } from '#contract/records/query.ts'
import { sortOf } from '#app/records/address/sort-in-address.ts'

const searchText = z.string().max(100).catch('').default('')

/** Search parameters of 사용자 관리. */
const schema = z.object({
  page: z.int().min(1).catch(1).default(1),
  name: searchText,
  position: searchText,
  role: z.enum(['', 'member', 'staff', 'superuser']).catch('').default(''),
  state: z.enum(['', 'active', 'blocked']).catch('').default(''),
  sort: searchText,
  /** Id of the person who is open. */
  person: searchText,
})
export type PeopleSearch = z.output<typeof schema>

export const peopleSearch = { schema, empty: schema.parse({}) }

/** Filters and order as query parameters, without empty ones. */
export function peopleQuestion({ name, position, role, state, sort }: PeopleSearch): Record<string, string> {
  const question = { name: name.trim(), position: position.trim(), role, state, ordering: sort }
  return Object.fromEntries(Object.entries(question).filter(([, value]) => value !== ''))
}

/** The server sorts by one field only. */
function firstSort(search: Pick<PeopleSearch, 'sort'>): Sort[] {
  return sortOf(search).slice(0, 1)
}

/** For `useColumnLayout`. */
export const peopleColumns = allColumnsOf(personDescription, {
  card_num: { sortField: null },
  vacation_over_days: {
    sortField: null,
    format: ({ record }) => leaveText(record['vacation_over_days']),
    tone: ({ record }) => (Number(record['vacation_over_days'] ?? 0) < 0 ? 'seal' : null),
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
export function PeopleTable({ people, layout, search, onSearch, onChange }: PeopleTableProps) {
  const toast = useToast()
  const [source] = useState(createGroupSource)
  const rows = useMemo(() => people?.map(rowOf), [people])
  useEffect(() => {
    if (rows) source.setRows('ready', rows)
  }, [source, rows])

  async function save(action: EditAction): Promise<EditOutcome> {
    const changed = new Map<string, { row: SourceRow; fields: Record<string, unknown> }>()
    for (const { row, key, new: value } of action.changes) {
      const entry = changed.get(row.id) ?? { row, fields: {} }
      entry.fields[key] = value
      changed.set(row.id, entry)
    }
    const refusals: string[] = []
    for (const { row, fields } of changed.values()) {
      const answer = await onChange('', { id: row.id, version: row.record.version, ...fields })
      if (!answer.ok) refusals.push(Object.values(answer.problem.fields ?? {})[0] ?? answer.problem.message)
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
        queryKey={JSON.stringify(peopleQuestion(search))}
        onEdit={save}
        onOpenRow={(row) => onSearch({ person: row.id })}
        empty={emptyWords(search, onSearch)}
        onMessage={({ type, text }) => toast[type](text)}
        today={officeToday}
      />
      <ColumnManager {...layout.manager} groups={personDescription.groups} source={source} />
    </>
  )
}

function emptyWords(search: PeopleSearch, onSearch: PeopleTableProps['onSearch']): EmptyWords {
  const { ordering: _ordering, ...filters } = peopleQuestion(search)
  if (Object.keys(filters).length === 0) return { text: '데이터가 없습니다.' }
  const { name, position, role, state } = peopleSearch.empty
  return {
    text: '데이터가 없습니다.',
    reason: '필터에 맞는 사용자가 없습니다.',
    action: { label: '필터 초기화', run: () => onSearch({ name, position, role, state }) },
  }
}

function rowOf(person: Person): SourceRow {
  const record: AnyRecord = { ...person }
  return { id: person.id, record, joined: {}, marks: {}, state: 'plain', isOutside: false }
}

function leaveText(days: unknown): string {
  return typeof days === 'number' ? remainingText(days) : ''
}
