import { FileText, Image } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { useOfflineCopy, useSyncStatus } from '../copy/use-offline-copy.tsx'
import { kindLabel, paperOf, paperState, sizeText } from './paper-words.ts'
import { useThumb } from './use-paper-bytes.ts'

interface PaperCardProps {
  row: SourceRow
  isOnDevice: boolean
  onOpen(): void
}

/** One document of a record: thumbnail, description, and where its file is. */
export function PaperCard({ row, isOnDevice, onOpen }: PaperCardProps) {
  const paper = paperOf(row)
  const content = useWaitingContent(paper.content_id)
  const isOnline = useSyncStatus().connection === 'online'
  const state = paperState(content, { isOnDevice, isOnline })
  const takenAt = formatMoment(paper.taken_at ?? paper.inserted_at)
  const details = [kindLabel(paper), sizeText(paper.size)].join(' · ')
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full min-w-0 flex-col overflow-hidden rounded-control border bg-paper-raised text-left hover:border-rule-strong"
    >
      <Thumb contentId={paper.content_id} isPdf={paper.media_type === 'application/pdf'} />
      <span className="flex w-full min-w-0 flex-col gap-0.5 px-2.5 py-2">
        <span className="truncate font-semibold" title={paper.name}>
          {paper.name}
        </span>
        <span className="tabular truncate text-label text-ink-2">{details}</span>
        <span className="tabular truncate text-label text-ink-3">{takenAt}</span>
        {state ? (
          <span>
            <Badge tone={state.tone}>{state.text}</Badge>
          </span>
        ) : null}
      </span>
    </button>
  )
}

function Thumb({ contentId, isPdf }: { contentId: string; isPdf: boolean }) {
  return (
    <span className="relative flex aspect-4/3 w-full items-center justify-center overflow-hidden border-b bg-paper-sunk text-ink-3">
      {isPdf ? <FileText {...icon} /> : <PictureThumb contentId={contentId} />}
    </span>
  )
}

function PictureThumb({ contentId }: { contentId: string }) {
  const url = useThumb(contentId)
  if (url === null) return <Image {...icon} />
  return <img src={url} alt="" className="absolute inset-0 size-full object-cover" />
}

const icon = { size: 28, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The document's content waiting to be sent; undefined when nothing waits. */
function useWaitingContent(contentId: string) {
  const { papers } = useOfflineCopy()
  const waiting = useSyncExternalStore(papers.subscribe, papers.getWaiting)
  return waiting.find((content) => content.contentId === contentId)
}
