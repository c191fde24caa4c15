import { trailDescription } from '#contract/trail/trail.ts'
import { allColumnsOf } from '#app/ui/data-table/columns/table-columns.ts'
import { ColumnManager } from '#app/ui/column-layout/column-manager.tsx'
import { useColumnLayout } from '#app/ui/column-layout/use-column-layout.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { RecordList } from '#app/ui/record-cards/record-list.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { TrailSource } from './trail-source.ts'

/** Shown if nobody was signed in or the server itself acted. */
export const nobody = '로그인하지 않음'

const columns = allColumnsOf(trailDescription, {
  ...Object.fromEntries(trailDescription.fields.map(({ key }) => [key, { sortField: null }])),
  user_name: { sortField: null, format: ({ record }) => String(record['user_name'] || nobody) },
})

interface TrailTableProps {
  source: TrailSource
  queryKey: string
  onOpen(id: string): void
}

/** The read-only rows, newest first. */
export function TrailTable({ source, queryKey, onOpen }: TrailTableProps) {
  const toast = useToast()
  const layout = useColumnLayout('trail', columns)
  return (
    <>
      <RecordList
        card={trailCard}
        tableId="trail"
        label="접속기록"
        source={source}
        {...layout.table}
        sort={newestFirst}
        queryKey={queryKey}
        onOpenRow={({ id }) => onOpen(id)}
        empty={{ text: '조건에 맞는 기록이 없습니다.' }}
        onMessage={({ type, text }) => toast[type](text)}
        today={officeToday}
      />
      <ColumnManager {...layout.manager} groups={trailDescription.groups} source={source} />
    </>
  )
}

const trailCard = { columns, fields: { title: 'user_name', note: 'act', place: 'subject', day: 'at' } } as const

const newestFirst = [{ field: 'at', direction: 'desc' }] as const
