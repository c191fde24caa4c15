import { useRef, useState } from 'react'
import type { Sort } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { AdjustDialog } from '#app/ui/pictures/adjust-dialog.tsx'
import { useParts } from '../parts/use-parts.ts'
import { PartsPending } from '../parts/parts-pending.tsx'
import { AddPapers } from './add-papers.tsx'
import { PaperCard } from './paper-card.tsx'
import { PaperViewer } from './paper-viewer.tsx'
import type { PapersTarget } from './papers-target.ts'
import { useIncomingFiles } from './use-incoming-files.ts'
import { useContentsHere } from './use-paper-bytes.ts'
import { usePaperAdding } from './use-paper-adding.ts'

const newestFirst: Sort = { field: 'id', direction: 'desc' }

/**
 * 서류철: photographs and documents of a record. Added from camera, files, drop or paste, and opened
 * from this device.
 */
export function PaperShelf({ place }: { place: PapersTarget }) {
  const rows = useParts(place.collection, place.wholeId, newestFirst)
  const here = useContentsHere()
  const adding = usePaperAdding(place)
  const shelf = useRef<HTMLDivElement>(null)
  const isOver = useIncomingFiles(shelf, (files) => void adding.take(files))
  const [openId, setOpenId] = useState<string | null>(null)
  const { front } = adding
  return (
    <div ref={shelf} className="flex flex-col gap-4">
      <AddPapers isBusy={adding.isBusy} isOver={isOver} onFiles={(files) => void adding.take(files)} />
      {rows ? <Papers rows={rows} here={here} onOpen={setOpenId} /> : <PartsPending />}
      {front ? (
        <AdjustDialog
          key={adding.place.number}
          picture={front.picture}
          place={adding.place}
          isBusy={adding.isBusy}
          onKeep={(adjustment) => void adding.keep(adjustment)}
          onKeepAll={(adjustment) => void adding.keepAll(adjustment)}
          onSkip={adding.skip}
          onClose={adding.leave}
        />
      ) : null}
      {rows && openId !== null ? <PaperViewer rows={rows} openId={openId} place={place} onOpen={setOpenId} /> : null}
    </div>
  )
}

interface PapersProps {
  rows: readonly SourceRow[]
  here: ReadonlySet<string>
  onOpen(id: string): void
}

function Papers({ rows, here, onOpen }: PapersProps) {
  if (rows.length === 0)
    return (
      <p className="text-ink-2">보관한 사진이나 서류가 없습니다. 현장에서 찍은 사진은 연결되면 자동으로 전송됩니다.</p>
    )
  return (
    <ul aria-label="서류 목록" className="grid grid-cols-2 gap-3 @min-[30rem]:grid-cols-3 @min-[44rem]:grid-cols-4">
      {rows.map((row) => (
        <li key={row.id} className="min-w-0">
          <PaperCard row={row} isHere={here.has(String(row.record['content_id']))} onOpen={() => onOpen(row.id)} />
        </li>
      ))}
    </ul>
  )
}
