import { Plus, Trash2 } from 'lucide-react'
import { newId } from '#mirror/new-id.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import type { LandDraft } from './application-draft.ts'

interface LandListProps {
  lands: readonly LandDraft[]
  onLands(lands: readonly LandDraft[]): void
  error: string | undefined
}

/** 대지권의 목적인 토지: the lands that the dwelling has a share of, in the order of the register. */
export function LandList({ lands, onLands, error }: LandListProps) {
  const put = (id: string, change: Partial<LandDraft>) =>
    onLands(lands.map((land) => (land.id === id ? { ...land, ...change } : land)))
  return (
    <section aria-label="토지" className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <h3 className="font-semibold">토지</h3>
        <span className="ml-auto">
          <Button
            size="sm"
            icon={<Plus size={14} strokeWidth={1.5} />}
            onClick={() => onLands([...lands, { id: newId(), version: null, address: '', landKind: '대', area: '' }])}
          >
            토지 추가
          </Button>
        </span>
      </div>
      {lands.length === 0 ? <p className="text-label text-ink-3">등록된 토지가 없습니다.</p> : null}
      <ol className="flex flex-col gap-2">
        {lands.map((land, at) => (
          <li key={land.id} className="grid grid-cols-[minmax(0,1fr)_64px_104px_32px] items-end gap-2">
            <TextField
              label={`${at + 1}. 소재지번`}
              maxLength={300}
              value={land.address}
              onValue={(address) => put(land.id, { address })}
            />
            <TextField
              label="지목"
              maxLength={20}
              value={land.landKind}
              onValue={(landKind) => put(land.id, { landKind })}
            />
            <TextField
              label="면적(㎡)"
              inputMode="decimal"
              className="text-right tabular-nums"
              value={land.area}
              onValue={(area) => put(land.id, { area })}
            />
            <IconButton
              label={`토지 ${at + 1} 삭제`}
              icon={<Trash2 size={16} strokeWidth={1.5} />}
              onClick={() => onLands(lands.filter(({ id }) => id !== land.id))}
            />
          </li>
        ))}
      </ol>
      {error ? (
        <p role="alert" className="text-label text-seal">
          {error}
        </p>
      ) : null}
    </section>
  )
}
