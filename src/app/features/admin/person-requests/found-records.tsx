import { useState } from 'react'
import { bookOf } from '#contract/books/collections.ts'
import {
  destroyedForPersonSchema,
  foundLocations,
  type FoundPerson,
  type FoundRecord,
  type PersonRequest,
} from '#contract/keeping/person-requests.ts'
import { destroyWord } from '#contract/keeping/keeping.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { RecordLink } from '../keeping/record-link.tsx'
import { MonitorTable } from '../tasks/monitor-table.tsx'
import { useRequestCalls } from './use-requests.ts'

interface FoundRecordsProps {
  request: PersonRequest
  found: FoundPerson
  onChange(): void
}

const head = ['선택', '종류', '기록', '찾은 항목', '처리정지', '삭제']

/**
 * All records found, each with a link and whether the law allows its destruction. Selected ones can
 * be blocked, released or destroyed.
 */
export function FoundRecords({ request, found, onChange }: FoundRecordsProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const acts = useActs(request, onChange)
  const chosen = found.records.filter(({ id }) => ticked.has(id))
  const isAll = chosen.length > 0 && chosen.length === found.records.length
  const nothingChosen = chosen.length === 0 ? '기록을 선택해 주세요.' : undefined
  const tick = (id: string) =>
    setTicked((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="tabular text-ink-2">
        기록 {found.records.length.toLocaleString('ko')}건을 찾았습니다.
        {found.is_cut ? ' 너무 많아 종류마다 200건까지만 보입니다.' : ''}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setTicked(new Set(isAll ? [] : found.records.map(({ id }) => id)))}>
          {isAll ? '모두 선택 해제' : '모두 선택'}
        </Button>
        <Button disabledReason={nothingChosen} onClick={() => void acts.block(chosen)}>
          처리정지
        </Button>
        <Button disabledReason={nothingChosen} onClick={() => void acts.lift(chosen)}>
          처리정지 해제
        </Button>
        <Button tone="danger" disabledReason={nothingChosen} onClick={() => void acts.destroy(chosen)}>
          삭제(파기)
        </Button>
      </div>
      <MonitorTable
        label="찾은 기록"
        head={head}
        lines={found.records.map((one) => ({
          key: one.id,
          cells: cellsOf(one, { isTicked: ticked.has(one.id), onTick: () => tick(one.id) }),
        }))}
        empty="기록이 없습니다."
      />
      <ul aria-label="그 밖에 찾은 곳">
        {found.elsewhere.map(({ place, count, notes }) => (
          <li key={place} className="border-b py-2">
            <span className="font-semibold">{foundLocations[place]}</span>{' '}
            <span className="tabular">{count.toLocaleString('ko')}건</span>
            <span className="block text-label text-ink-2">{notes.join(', ')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function cellsOf(record: FoundRecord, { isTicked, onTick }: { isTicked: boolean; onTick(): void }) {
  const { collection, id, caption, told_by, whole, is_blocked, kept } = record
  const place = whole ?? { collection, id }
  return [
    <input key="tick" type="checkbox" aria-label={`${caption} 선택`} checked={isTicked} onChange={onTick} />,
    bookOf(collection).label,
    <RecordLink key="record" {...place} caption={caption} />,
    told_by.join(', '),
    is_blocked ? (
      <Badge key="blocked" tone="seal">
        처리정지
      </Badge>
    ) : (
      ''
    ),
    kept === null ? '할 수 있음' : `${kept.until === null ? '' : `${formatDay(kept.until)}까지 보존 · `}${kept.reason}`,
  ]
}

function useActs({ id: request }: PersonRequest, onChange: () => void) {
  const call = useRequestCalls()
  const confirm = useConfirm()
  const toast = useToast()
  const requestBody = (records: readonly FoundRecord[]) => ({
    request,
    records: records.map(({ collection, id }) => ({ collection, id })),
  })
  async function send(method: 'post' | 'delete', records: readonly FoundRecord[], done: string) {
    const answer = await call(method, '/block', requestBody(records))
    if (answer.ok) toast.success(done)
    else toast.error(answer.problem.message)
    onChange()
  }
  return {
    block: (records: readonly FoundRecord[]) => send('post', records, '선택한 기록의 처리를 정지했습니다.'),
    lift: (records: readonly FoundRecord[]) => send('delete', records, '처리정지를 해제했습니다.'),
    async destroy(records: readonly FoundRecord[]) {
      const isSure = await confirm({
        title: `선택한 기록 ${String(records.length)}건을 파기하시겠습니까?`,
        message: '법령에 따라 보존해야 하는 기록은 남습니다. 파기한 기록은 되살릴 수 없습니다.',
        typedWord: destroyWord,
        confirmLabel: destroyWord,
        isDestructive: true,
      })
      if (!isSure) return
      const answer = await call('post', '/destroy', requestBody(records))
      if (!answer.ok) toast.error(answer.problem.message)
      else {
        const { destroyed, left } = destroyedForPersonSchema.parse(answer.value)
        const [first] = left
        if (first)
          toast.warning(`${String(destroyed)}건을 파기했고 ${String(left.length)}건은 남았습니다. ${first.reason}`)
        else toast.success(`${String(destroyed)}건을 파기했습니다.`)
      }
      onChange()
    },
  }
}
