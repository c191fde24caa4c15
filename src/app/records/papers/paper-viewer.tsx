import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { SourceRow } from '#contract/records/row-source.ts'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { isImeKey } from '#app/ui/composition.ts'
import { useShown } from '#app/ui/detail-panel/use-shown.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useOfflineCopy } from '../copy/use-offline-copy.tsx'
import { useStoppedGate } from '../detail/stopped-gate.tsx'
import { PaperDetails } from './paper-details.tsx'
import { PaperPreview } from './paper-preview.tsx'
import { paperOf } from './paper-words.ts'
import type { PapersTarget } from './papers-target.ts'

interface PaperViewerProps {
  rows: readonly SourceRow[]
  openId: string
  place: PapersTarget
  /** Null closes the viewer. */
  onOpen(id: string | null): void
}

/** One document at full size with its description; arrow keys move to the neighbors. */
export function PaperViewer({ rows, openId, place, onOpen }: PaperViewerProps) {
  const preview = useRef<HTMLDivElement>(null)
  const at = rows.findIndex(({ id }) => id === openId)
  const row = rows[at]
  const gate = useStoppedGate(useOfflineCopy(), { collection: place.collection, id: openId, place: 'paper' })
  const question = row ? gate.ask(row) : null
  useShown(gate, row && question === null ? openId : undefined)
  // Deleted meanwhile.
  useEffect(() => {
    if (!row) onOpen(null)
  })
  if (!row) return null
  const paper = paperOf(row)
  const go = (to: SourceRow | undefined) => to && onOpen(to.id)
  function onArrowKey(event: KeyboardEvent) {
    if (isImeKey(event) || isTyping(event.target)) return
    if (event.key === 'ArrowLeft') go(rows[at - 1])
    if (event.key === 'ArrowRight') go(rows[at + 1])
  }
  return (
    <Dialog
      open
      width="wide"
      title={paper.name}
      initialFocus={preview}
      onClose={() => onOpen(null)}
      headActions={
        rows.length > 1 ? (
          <>
            <IconButton
              label="이전 서류"
              icon={<ChevronLeft size={18} strokeWidth={1.5} />}
              disabled={at === 0}
              onClick={() => go(rows[at - 1])}
            />
            <IconButton
              label="다음 서류"
              icon={<ChevronRight size={18} strokeWidth={1.5} />}
              disabled={at === rows.length - 1}
              onClick={() => go(rows[at + 1])}
            />
          </>
        ) : undefined
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Hears the keys of what stands in it; it is none itself. */}
      <div className="flex flex-col gap-4" onKeyDown={onArrowKey}>
        <div ref={preview} tabIndex={-1} className="outline-none">
          {question ??
            gate.within(<PaperPreview key={paper.content_id} paper={paper} place={place} canSave={!row.stopped} />)}
        </div>
        {question ? null : (
          <PaperDetails
            key={row.id}
            row={row}
            target={place}
            onDeleted={() => onOpen(rows[at + 1]?.id ?? rows[at - 1]?.id ?? null)}
          />
        )}
      </div>
    </Dialog>
  )
}

/** In a text field the arrow keys move the caret. */
function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}
