import { Button } from '#app/ui/buttons/button.tsx'
import { ColumnManager } from '#app/ui/column-layout/column-manager.tsx'
import { useColumnLayout } from '#app/ui/column-layout/use-column-layout.ts'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { JsonTree } from '#app/ui/json/json-tree.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { RecordList } from '#app/ui/record-cards/record-list.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import { trailActs, trailDescription, type TrailEntry } from '#contract/trail/trail.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { formatTrailArea } from '#domain/trail/trail-words.ts'
import type { TrailSource } from './trail-source.ts'

/** Shown if nobody was signed in or the server itself acted. */
const noUser = '로그인하지 않음'

const columns = buildAllColumns(trailDescription, {
  ...Object.fromEntries(trailDescription.fields.map(({ key }) => [key, { sortField: null }])),
  user_name: { sortField: null, format: ({ record }) => String(record['user_name'] || noUser) },
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
        today={getOfficeToday}
      />
      <ColumnManager {...layout.manager} groups={trailDescription.groups} source={source} />
    </>
  )
}

const trailCard = { columns, fields: { title: 'user_name', note: 'act', place: 'subject', day: 'at' } } as const

const newestFirst = [{ field: 'at', direction: 'desc' }] as const

/** One row of the trail with all details. */
export function TrailEntryDialog({ entry, onClose }: { entry: TrailEntry; onClose(): void }) {
  const { at, user_name, address, act, collection, subject, record_id, detail } = entry
  const { label, tone } = findActLabel(act)
  const entryDetails = [
    ['일시', formatMoment(at)],
    ['사용자', user_name || noUser],
    ['접속 주소', address ?? '서버'],
    ['업무', formatTrailArea(collection)],
    ['대상', subject],
    ['기록 번호', record_id],
    ...listKnownDetails(detail),
  ].filter(([, value]) => value)
  return (
    <Dialog open title="접속기록" onClose={onClose} actions={<Button onClick={onClose}>닫기</Button>}>
      <div className="flex flex-col gap-4">
        <p>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <dl className="tabular grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {entryDetails.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        {isEmpty(detail) ? null : <JsonTree label="상세" value={detail} openLevels={3} />}
      </div>
    </Dialog>
  )
}

/** Details that have a label; the full details are shown below them. */
function listKnownDetails(detail: unknown): (readonly [string, string | null])[] {
  if (typeof detail !== 'object' || detail === null) return []
  const details: Record<string, unknown> = { ...detail }
  const text = (key: string) => (typeof details[key] === 'string' ? details[key] : null)
  const count = ['rows', 'records', 'count'].map((key) => details[key]).find((value) => typeof value === 'number')
  return [
    ['사유', text('reason')],
    ['건수', typeof count === 'number' ? `${formatNumber(count)}건` : null],
    ['기기의 시각', formatMoment(text('at_device') ?? '') || null],
  ]
}

function findActLabel(act: string) {
  return Object.hasOwn(trailActs, act)
    ? trailActs[act as keyof typeof trailActs]
    : ({ label: act, tone: 'plain' } as const)
}

function isEmpty(detail: unknown): boolean {
  return typeof detail !== 'object' || detail === null || Object.keys(detail).length === 0
}
