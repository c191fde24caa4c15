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
import { useFileDrop } from './use-file-drop.ts'
import { useContentsOnDevice } from './use-paper-bytes.ts'
import { usePaperAdding } from './use-paper-adding.ts'

const newestFirst: Sort = { field: 'id', direction: 'desc' }

/**
 * 서류철: photographs and documents of a record. Added from camera, files, drop or paste, and opened
 * from this device.
 */
export function PaperGallery({ target }: { target: PapersTarget }) {
  const rows = useParts(target.collection, target.wholeId, newestFirst)
  const onDevice = useContentsOnDevice()
  const adding = usePaperAdding(target)
  const gallery = useRef<HTMLDivElement>(null)
  const isDraggedOver = useFileDrop(gallery, (files) => void adding.addFiles(files))
  const [openId, setOpenId] = useState<string | null>(null)
  const { current } = adding
  return (
    <div ref={gallery} className="flex flex-col gap-4">
      <AddPapers
        isBusy={adding.isBusy}
        isDraggedOver={isDraggedOver}
        onFiles={(files) => void adding.addFiles(files)}
      />
      {rows ? <Papers rows={rows} onDevice={onDevice} onOpen={setOpenId} /> : <PartsPending />}
      {current ? (
        <AdjustDialog
          key={adding.progress.number}
          picture={current.picture}
          progress={adding.progress}
          isBusy={adding.isBusy}
          onApply={(adjustment) => void adding.saveCurrent(adjustment)}
          onApplyAll={(adjustment) => void adding.saveAll(adjustment)}
          onSkip={adding.skip}
          onClose={adding.cancelRest}
        />
      ) : null}
      {rows && openId !== null ? <PaperViewer rows={rows} openId={openId} place={target} onOpen={setOpenId} /> : null}
    </div>
  )
}

interface PapersProps {
  rows: readonly SourceRow[]
  onDevice: ReadonlySet<string>
  onOpen(id: string): void
}

function Papers({ rows, onDevice, onOpen }: PapersProps) {
  if (rows.length === 0)
    return (
      <p className="text-ink-2">보관한 사진이나 서류가 없습니다. 현장에서 찍은 사진은 연결되면 자동으로 전송됩니다.</p>
    )
  return (
    <ul aria-label="서류 목록" className="grid grid-cols-2 gap-3 @min-[30rem]:grid-cols-3 @min-[44rem]:grid-cols-4">
      {rows.map((row) => (
        <li key={row.id} className="min-w-0">
          <PaperCard
            row={row}
            isOnDevice={onDevice.has(String(row.record['content_id']))}
            onOpen={() => onOpen(row.id)}
          />
        </li>
      ))}
    </ul>
  )
}
