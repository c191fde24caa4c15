import { Camera, FilePlus, FileText, Image } from 'lucide-react'
import { type ChangeEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { hasCoarsePointer } from '#app/ui/browser/coarse-pointer.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { AdjustDialog } from '#app/ui/pictures/adjust-dialog.tsx'
import { paperCollections } from '#contract/books/papers.ts'
import { paperMediaTypes } from '#contract/papers/papers.ts'
import type { Sort } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { useOfflineCopy, useSyncStatus } from '../offline-copy/use-offline-copy.tsx'
import { PartsPending, useParts } from '../parts/use-parts.tsx'
import {
  describePaperState,
  formatPaperSize,
  getAddingHint,
  getKindLabel,
  type PapersTarget,
  toPaper,
} from './paper-texts.ts'
import { PaperViewer } from './paper-viewer.tsx'
import { usePaperAdding } from './use-paper-adding.ts'
import { useFilesOnDevice, useThumb } from './use-paper-bytes.ts'

/**
 * 서류철 tab with the photographs and papers of a record. `historyId`: the screen whose undo
 * history takes changes made here.
 */
export function createPapersTab(owner: keyof typeof paperCollections, historyId: string): EmbeddedTab {
  const collection = paperCollections[owner]
  return {
    key: 'papers',
    label: '서류철',
    content: (row) =>
      row.state === 'deleted' ? null : (
        <PaperGallery key={row.id} target={{ collection, parentId: row.id, historyId }} />
      ),
  }
}

const newestFirst: Sort = { field: 'id', direction: 'desc' }

/**
 * 서류철: photographs and papers of a record. Added from camera, files, drop or paste, and opened
 * from this device.
 */
function PaperGallery({ target }: { target: PapersTarget }) {
  const rows = useParts(target.collection, target.parentId, newestFirst)
  const onDevice = useFilesOnDevice()
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
      {rows && openId !== null ? <PaperViewer rows={rows} openId={openId} target={target} onOpen={setOpenId} /> : null}
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

interface AddPapersProps {
  isBusy: boolean
  /** Files are being dragged over the panel. */
  isDraggedOver: boolean
  onFiles(files: readonly File[]): void
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Adds photographs and papers from the device's camera, its files, drag and drop, or paste. */
function AddPapers({ isBusy, isDraggedOver, onFiles }: AddPapersProps) {
  const camera = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    // Without this, choosing the same file again would fire no event.
    target.value = ''
  }
  const hidden = { type: 'file', hidden: true, tabIndex: -1, onChange } as const
  return (
    <div
      className={`flex flex-wrap items-center gap-2 rounded-control border border-dashed px-3 py-2.5 ${isDraggedOver ? 'border-primary bg-primary-wash' : 'border-rule-strong'}`}
    >
      <input {...hidden} ref={camera} accept="image/*" capture="environment" data-testid="paper-camera" />
      <input {...hidden} ref={files} multiple accept={paperMediaTypes.join(',')} data-testid="paper-files" />
      <Button tone="primary" isBusy={isBusy} icon={<Camera {...icon} />} onClick={() => camera.current?.click()}>
        사진 찍기
      </Button>
      <Button icon={<FilePlus {...icon} />} disabled={isBusy} onClick={() => files.current?.click()}>
        파일 추가
      </Button>
      <p className="min-w-0 flex-1 basis-48 text-label text-ink-2">
        {getAddingHint({ isDraggedOver, isTouch: hasCoarsePointer() })}
      </p>
    </div>
  )
}

interface PaperCardProps {
  row: SourceRow
  isOnDevice: boolean
  onOpen(): void
}

/** One paper of a record: thumbnail, description, and where its file is. */
function PaperCard({ row, isOnDevice, onOpen }: PaperCardProps) {
  const paper = toPaper(row)
  const file = useWaitingFile(paper.content_id)
  const isOnline = useSyncStatus().connection === 'online'
  const state = describePaperState(file, { isOnDevice, isOnline })
  const takenAt = formatMoment(paper.taken_at ?? paper.inserted_at)
  const details = [getKindLabel(paper), formatPaperSize(paper.size)].join(' · ')
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
      {isPdf ? <FileText {...largeIcon} /> : <PictureThumb contentId={contentId} />}
    </span>
  )
}

function PictureThumb({ contentId }: { contentId: string }) {
  const url = useThumb(contentId)
  if (url === null) return <Image {...largeIcon} />
  return <img src={url} alt="" className="absolute inset-0 size-full object-cover" />
}

const largeIcon = { size: 28, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The paper's file waiting to be sent; undefined when nothing waits. */
function useWaitingFile(contentId: string) {
  const { papers } = useOfflineCopy()
  const waiting = useSyncExternalStore(papers.subscribe, papers.getWaiting)
  return waiting.find((file) => file.contentId === contentId)
}

/**
 * Takes files dropped or pasted anywhere on the panel around an element. Returns whether files are
 * being dragged over it.
 */
function useFileDrop(elementRef: RefObject<HTMLElement | null>, onFiles: (files: readonly File[]) => void): boolean {
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  const latestOnFiles = useLatest(onFiles)
  useEffect(() => {
    const area = elementRef.current?.closest<HTMLElement>('[data-detail-panel]') ?? elementRef.current
    if (!area) return
    const controller = new AbortController()
    const { signal } = controller
    const hover = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsDraggedOver(true)
    }
    const drop = (event: DragEvent) => {
      setIsDraggedOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      latestOnFiles()(files)
    }
    const paste = (event: ClipboardEvent) => {
      const isInside = event.target === document.body || area.contains(event.target as Node)
      const files = [...(event.clipboardData?.files ?? [])]
      if (!isInside || isTextField(event.target) || files.length === 0) return
      event.preventDefault()
      latestOnFiles()(files)
    }
    area.addEventListener('dragenter', hover, { signal })
    area.addEventListener('dragover', hover, { signal })
    area.addEventListener(
      'dragleave',
      (event) => !area.contains(event.relatedTarget as Node) && setIsDraggedOver(false),
      {
        signal,
      },
    )
    area.addEventListener('drop', drop, { signal })
    document.addEventListener('paste', paste, { signal })
    return () => controller.abort()
  }, [elementRef, latestOnFiles])
  return isDraggedOver
}

/** In a text field, paste inserts text. */
function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
