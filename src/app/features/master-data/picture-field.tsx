import type { KyInstance } from 'ky'
import { ImagePlus, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { toResult } from '#app/session/api-result.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { shrinkPicture } from '#app/ui/pictures/draw-picture.ts'
import { getBook } from '#contract/books/collections.ts'
import { companyImageLimits } from '#contract/master-data/master-data.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { needsAttention } from '#mirror/outbox/stored-entry.ts'

/** Change of a company's picture on save. */
export type PictureChange = { readonly kind: 'new'; readonly picture: Blob } | { readonly kind: 'remove' }

/** How long to wait for the company to reach the server before giving up on the picture. */
const timeoutMs = 20_000

/**
 * Uploads a company's picture after the company has reached the server. Pictures bypass the outbox
 * and need a connection. Returns null on success, else the Korean reason.
 */
export async function sendPicture(
  { copy, api }: { copy: OfflineCopy; api: KyInstance },
  id: string,
  change: PictureChange,
): Promise<string | null> {
  if (!(await waitUntilSent(copy, id)))
    return '회사 정보가 아직 전송되지 않아 로고 이미지를 올리지 못했습니다. 전송된 뒤 수정 화면에서 다시 올려 주세요.'
  const body = new FormData()
  body.set('id', id)
  if (change.kind === 'new') body.set('img', change.picture, `logo.${change.picture.type.split('/')[1] ?? 'png'}`)
  else body.set('remove_img', '1')
  const result = await toResult(api.put(getBook('companies').path, { body }))
  if (!result.ok) return result.problem.fields?.['img'] ?? result.problem.message
  copy.syncNow()
  return null
}

function waitUntilSent(copy: OfflineCopy, id: string): Promise<boolean> {
  const listPendingEntries = () =>
    copy.outbox.getEntries().filter(({ collection, recordId, state }) => {
      return collection === 'companies' && recordId === id && state !== 'acked'
    })
  if (listPendingEntries().length === 0) return Promise.resolve(true)
  copy.syncNow()
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(false), timeoutMs)
    const stop = copy.outbox.subscribe(check)
    function check() {
      const pendingEntries = listPendingEntries()
      if (pendingEntries.length === 0) finish(true)
      else if (pendingEntries.some(needsAttention)) finish(false)
    }
    function finish(isSent: boolean) {
      clearTimeout(timer)
      stop()
      resolve(isSent)
    }
  })
}

const icon = { size: 16, strokeWidth: 1.5 }

interface PictureFieldProps {
  /** Path of the company's current picture. */
  current: string | null
  change: PictureChange | null
  onChange(change: PictureChange | null): void
  /** Why no picture can be sent now. */
  disabledReason?: string | undefined
}

/** 로고 이미지: the current picture, the newly chosen one, and a way back. */
export function PictureField({ current, change, onChange, disabledReason }: PictureFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | null>(null)
  const chosen = useObjectUrl(change?.kind === 'new' ? change.picture : null)
  const shownPicture = change === null ? current : chosen

  async function choosePicture(file: File | undefined) {
    if (!file) return
    const shrunk = await shrinkPicture(file, { ...companyImageLimits, shownSide: 512 })
    setError(shrunk.ok ? null : shrunk.reason)
    if (shrunk.ok) onChange({ kind: 'new', picture: shrunk.picture })
  }

  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-note`}>
      <p id={`${id}-label`} className="text-label font-semibold text-ink-2">
        로고 이미지
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-3">
        <div className="flex h-16 w-32 items-center justify-center overflow-hidden rounded-control border bg-paper-sunk">
          {shownPicture ? (
            <img src={shownPicture} alt="로고 미리보기" className="max-h-full max-w-full object-contain" />
          ) : (
            <span className="text-label text-ink-3">없음</span>
          )}
        </div>
        <input
          ref={input}
          type="file"
          aria-label="로고 이미지 파일"
          accept={companyImageLimits.types.join(',')}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void choosePicture(event.target.files?.[0])
            // Allows choosing the same file again.
            event.target.value = ''
          }}
        />
        <Button icon={<ImagePlus {...icon} />} disabledReason={disabledReason} onClick={() => input.current?.click()}>
          이미지 선택
        </Button>
        {change ? (
          <Button tone="transparent" onClick={() => onChange(null)}>
            되돌리기
          </Button>
        ) : null}
        {current !== null && change === null ? (
          <Button
            tone="transparent"
            icon={<Trash2 {...icon} />}
            disabledReason={disabledReason}
            onClick={() => onChange({ kind: 'remove' })}
          >
            이미지 삭제
          </Button>
        ) : null}
      </div>
      <p id={`${id}-note`} role="status" className={`mt-1 text-label ${error ? 'text-danger' : 'text-ink-3'}`}>
        {error ?? 'PNG, JPEG, WebP · 5MB 이하'}
      </p>
    </div>
  )
}

function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const objectUrl = URL.createObjectURL(blob)
    // oxlint-disable-next-line react/set-state-in-effect -- the URL exists only as long as it is shown
    setUrl(objectUrl)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(objectUrl)
    }
  }, [blob])
  return url
}
