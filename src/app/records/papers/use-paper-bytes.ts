import { useEffect, useState } from 'react'
import type { Paper } from '#contract/books/papers.ts'
import { askForFactor } from '#app/session/second-factor/fresh-factor.ts'
import type { NamedContent, ReadContent } from '#mirror/papers/papers-seen.ts'
import { useOfflineCopy, useSyncStatus } from '../copy/use-offline-copy.tsx'
import { useGivenReason } from '../detail/stopped-gate.tsx'

/** The small picture of a paper as an address for an image; null while there is none. One that could not be had is asked for again with the next news. */
export function useThumb(contentId: string): string | null {
  const { papers } = useOfflineCopy()
  const { lastSyncAt } = useSyncStatus()
  const reason = useGivenReason() ?? undefined
  const [shown, setShown] = useState<{ contentId: string; url: string } | null>(null)
  const isShown = shown?.contentId === contentId
  const asked = isShown ? 'shown' : lastSyncAt
  useEffect(() => {
    if (asked === 'shown') return
    let isGone = false
    void papers.readThumb(contentId, reason).then((bytes) => {
      if (bytes && !isGone) setShown({ contentId, url: URL.createObjectURL(new Blob([bytes])) })
    })
    return () => {
      isGone = true
    }
  }, [papers, contentId, reason, asked])
  const url = shown?.url
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return isShown ? shown.url : null
}

export type PaperFile =
  | { kind: 'loading' }
  | { kind: 'shown'; file: Blob; url: string }
  | Exclude<ReadContent, { kind: 'read' }>

/**
 * The file of an opened paper, from this device or the server, which is asked again when it is found again. Where it wants a fresh second factor, somebody is asked for it; `again` asks once more after it was
 * put off.
 */
export function usePaperFile(paper: NamedContent & Pick<Paper, 'media_type'>): { read: PaperFile; again(): void } {
  const { content_id, digest, size, media_type } = paper
  const { papers } = useOfflineCopy()
  const { connection } = useSyncStatus()
  const reason = useGivenReason() ?? undefined
  const [tries, setTries] = useState(0)
  const [found, setFound] = useState<{ contentId: string; read: PaperFile } | null>(null)
  const read: PaperFile = found?.contentId === content_id ? found.read : { kind: 'loading' }
  const asked = read.kind === 'shown' ? 'shown' : `${connection} ${String(tries)}`
  useEffect(() => {
    if (asked === 'shown') return
    let isGone = false
    const named = { content_id, digest, size }
    void readWithFactor(() => papers.readBytes(named, reason)).then((answer) => {
      if (isGone) return
      const file = answer.kind === 'read' ? new Blob([answer.bytes], { type: media_type }) : null
      const told: PaperFile =
        answer.kind === 'read' && file ? { kind: 'shown', file, url: URL.createObjectURL(file) } : (answer as PaperFile)
      setFound({ contentId: content_id, read: told })
    })
    return () => {
      isGone = true
    }
  }, [papers, content_id, digest, size, media_type, reason, asked])
  const url = read.kind === 'shown' ? read.url : null
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url])
  return { read, again: () => setTries((count) => count + 1) }
}

async function readWithFactor(readBytes: () => Promise<ReadContent>): Promise<ReadContent> {
  const answer = await readBytes()
  return answer.kind === 'needs_factor' && (await askForFactor()) ? await readBytes() : answer
}

/** Of which contents the bytes stand on this device, looked at anew whenever something was sent or opened. */
export function useContentsHere(): ReadonlySet<string> {
  const { papers } = useOfflineCopy()
  const [here, setHere] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    let isGone = false
    const look = () => void papers.listHere().then((ids) => !isGone && setHere(ids))
    const stop = papers.subscribe(look)
    look()
    return () => {
      isGone = true
      stop()
    }
  }, [papers])
  return here
}
