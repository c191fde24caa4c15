import { useEffect, useState } from 'react'
import { promptForFactor } from '#app/session/second-factor/fresh-factor.ts'
import type { Paper } from '#contract/books/papers.ts'
import type { PaperFileRef, PaperReadResult } from '#mirror/papers/papers-api.ts'
import { useAccessReason } from '../detail/stopped-gate.tsx'
import { useOfflineCopy, useSyncStatus } from '../offline-copy/use-offline-copy.tsx'

/**
 * Object URL of a paper's thumbnail; null while there is none. A missing thumbnail is requested
 * again after the next sync.
 */
export function useThumb(contentId: string): string | null {
  const { papers } = useOfflineCopy()
  const { lastSyncAt } = useSyncStatus()
  const reason = useAccessReason() ?? undefined
  const [thumb, setThumb] = useState<{ contentId: string; url: string } | null>(null)
  const isShown = thumb?.contentId === contentId
  const requestKey = isShown ? 'shown' : lastSyncAt
  useEffect(() => {
    if (requestKey === 'shown') return
    let isUnmounted = false
    void papers.readThumb(contentId, reason).then((bytes) => {
      if (bytes && !isUnmounted) setThumb({ contentId, url: URL.createObjectURL(new Blob([bytes])) })
    })
    return () => {
      isUnmounted = true
    }
  }, [papers, contentId, reason, requestKey])
  const url = thumb?.url
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return isShown ? thumb.url : null
}

export type PaperFile =
  | { kind: 'loading' }
  | { kind: 'shown'; file: Blob; url: string }
  | Exclude<PaperReadResult, { kind: 'read' }>

/**
 * File of an opened paper, from this device or the server, requested again on reconnect. Asks
 * for a second factor if the server needs a fresh one; `retry` requests it once more after the user
 * dismissed that.
 */
export function usePaperFile(paper: PaperFileRef & Pick<Paper, 'media_type'>): { read: PaperFile; retry(): void } {
  const { content_id, digest, size, media_type } = paper
  const { papers } = useOfflineCopy()
  const { connection } = useSyncStatus()
  const reason = useAccessReason() ?? undefined
  const [attempts, setAttempts] = useState(0)
  const [loadedFile, setLoadedFile] = useState<{ contentId: string; read: PaperFile } | null>(null)
  const read: PaperFile = loadedFile?.contentId === content_id ? loadedFile.read : { kind: 'loading' }
  const requestKey = read.kind === 'shown' ? 'shown' : `${connection} ${String(attempts)}`
  useEffect(() => {
    if (requestKey === 'shown') return
    let isUnmounted = false
    const named = { content_id, digest, size }
    void readWithFactor(() => papers.readBytes(named, reason)).then((result) => {
      if (isUnmounted) return
      const file = result.kind === 'read' ? new Blob([result.bytes], { type: media_type }) : null
      const fileResult: PaperFile =
        result.kind === 'read' && file ? { kind: 'shown', file, url: URL.createObjectURL(file) } : (result as PaperFile)
      setLoadedFile({ contentId: content_id, read: fileResult })
    })
    return () => {
      isUnmounted = true
    }
  }, [papers, content_id, digest, size, media_type, reason, requestKey])
  const url = read.kind === 'shown' ? read.url : null
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url])
  return { read, retry: () => setAttempts((count) => count + 1) }
}

async function readWithFactor(readBytes: () => Promise<PaperReadResult>): Promise<PaperReadResult> {
  const result = await readBytes()
  return result.kind === 'needs_factor' && (await promptForFactor()) ? await readBytes() : result
}

/**
 * Ids of files whose bytes are on this device, updated whenever something was sent or opened.
 */
export function useFilesOnDevice(): ReadonlySet<string> {
  const { papers } = useOfflineCopy()
  const [contentIds, setContentIds] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    let isUnmounted = false
    const refresh = () => void papers.listStoredIds().then((ids) => !isUnmounted && setContentIds(ids))
    const stop = papers.subscribe(refresh)
    refresh()
    return () => {
      isUnmounted = true
      stop()
    }
  }, [papers])
  return contentIds
}
