import { Download, ExternalLink, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import type { Paper } from '#contract/books/papers.ts'
import { useApi } from '#app/session/api.tsx'
import { buttonClass } from '#app/ui/buttons/button-look.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { Spinner } from '#app/ui/buttons/spinner.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { ZoomedPicture } from '#app/ui/pictures/zoomed-picture.tsx'
import { useOfflineCopy } from '../copy/use-offline-copy.tsx'
import { announceTakeOut } from '../take-out/announce-take-out.ts'
import { useAskTakeOut } from '../take-out/ask-take-out.tsx'
import type { PapersTarget } from './papers-target.ts'
import { saveFile } from '#app/ui/save-file.ts'
import { extensionOf } from './paper-words.ts'
import { usePaperFile, type PaperFile } from './use-paper-bytes.ts'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const
const maxZoom = 4

interface PaperPreviewProps {
  paper: Paper
  place: Pick<PapersTarget, 'collection'>
  /** False for a record under 처리정지: none of its files leave the app. */
  canSave: boolean
}

/** The file of a document: a picture shown in place, or a PDF that opens in its own window. */
export function PaperPreview({ paper, place, canSave }: PaperPreviewProps) {
  const confirmExport = useAskTakeOut()
  const copy = useOfflineCopy()
  const api = useApi()
  const toast = useToast()
  const { read: shown, retry: reload } = usePaperFile(paper)
  const [zoom, setZoom] = useState(1)
  if (shown.kind !== 'shown') return <PaperUnavailable kind={shown.kind} onRetry={reload} />
  const { file, url } = shown
  const isPdf = paper.media_type === 'application/pdf'
  async function save(content: Blob, name: string) {
    const takeOut = await confirmExport({ title: '파일로 저장', actionName: '저장', canUnmask: false })
    if (!takeOut) return
    const about = { place: 'paper', reason: takeOut.reason } as const
    const outcome = await announceTakeOut({ api, copy }, { collection: place.collection, recordId: paper.id, about })
    if (outcome === 'done') saveFile(name, content)
    else if (outcome === 'failed') toast.error('파일을 저장하지 못했습니다. 다시 시도해 주세요.')
  }
  const fileName = `${paper.name}.${extensionOf[paper.media_type] ?? 'bin'}`
  return (
    <div className="flex flex-col gap-2">
      {isPdf ? null : <ZoomedPicture url={url} zoom={zoom} label={paper.name} onZoom={setZoom} />}
      <div className="flex flex-wrap items-center gap-2">
        {isPdf ? (
          <a href={url} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
            <ExternalLink {...icon} />
            PDF 열기
          </a>
        ) : (
          <>
            <IconButton
              label="축소"
              icon={<ZoomOut {...icon} />}
              disabled={zoom <= 1}
              onClick={() => setZoom(Math.max(1, zoom - 0.5))}
            />
            <IconButton
              label="확대"
              icon={<ZoomIn {...icon} />}
              disabled={zoom >= maxZoom}
              onClick={() => setZoom(Math.min(maxZoom, zoom + 0.5))}
            />
          </>
        )}
        {canSave ? (
          <Button icon={<Download {...icon} />} onClick={() => void save(file, fileName)}>
            파일로 저장
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function PaperUnavailable({ kind, onRetry }: { kind: Exclude<PaperFile['kind'], 'shown'>; onRetry(): void }) {
  return (
    <div className="flex min-h-40 flex-col items-center justify-center gap-3 rounded-control bg-paper-sunk p-6 text-center text-ink-2">
      {kind === 'loading' ? <Spinner label="불러오는 중" /> : <p role="status">{missingTexts[kind]}</p>}
      {kind === 'needs_factor' ? <Button onClick={onRetry}>2단계 인증하고 열기</Button> : null}
    </div>
  )
}

const missingTexts = {
  not_whole: '아직 전송되지 않은 파일입니다. 추가한 기기가 연결되면 자동으로 전송됩니다.',
  needs_factor: '이 파일을 열려면 2단계 인증이 필요합니다.',
  unreachable: '이 기기에 없는 파일입니다. 연결되면 불러옵니다.',
}
