import { useRef, useState } from 'react'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { Adjustment } from '#app/ui/pictures/draw-picture.ts'
import { doneText, waitingNote } from '../actions/outcome-words.ts'
import { useOfflineCopy } from '../copy/use-offline-copy.tsx'
import { recordBook } from '../record-book.ts'
import { judgeFile } from './judge-file.ts'
import { keepPaper } from './keep-paper.ts'
import type { PapersPlace } from './papers-place.ts'
import { preparePdf, preparePicture, untouched, type PreparedFile } from './prepare-file.ts'

/** A picture that waits to be turned and cut. */
export interface QueuedPicture {
  readonly file: File
  readonly picture: ImageBitmap
}

export interface PaperAdding {
  /** The picture in front; null: none waits. */
  readonly front: QueuedPicture | null
  /** Which one of how many. */
  readonly place: { readonly number: number; readonly of: number }
  readonly isBusy: boolean
  take(files: readonly File[]): Promise<void>
  /** Keeps the one in front. */
  keep(adjustment: Adjustment): Promise<void>
  /** Keeps it, and all behind it as they are. */
  keepAll(adjustment: Adjustment): Promise<void>
  /** Leaves the one in front out, or all that are left. */
  skip(): void
  leave(): void
}

const unreadableText = '이미지 파일을 읽지 못했습니다. 다른 파일을 선택해 주세요.'

/** Takes files as they come (camera, files, drop, paste): judges each, keeps PDFs at once and pictures after they were turned and cut. All of them are one step to take back. */
export function usePaperAdding(at: PapersPlace): PaperAdding {
  const copy = useOfflineCopy()
  const toast = useToast()
  const history = useActionHistory(copy, at.historyId)
  const { undoAction } = useHistoryCommands({ history, source: null, collection: at.collection, toast })
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const [front, setFront] = useState<QueuedPicture | null>(null)
  const [isBusy, setBusy] = useState(false)
  const batch = useRef<Batch>({ pictures: 0, kept: [], actId: null })

  async function keepOne(file: File, prepared: PreparedFile | { refusal: string }): Promise<boolean> {
    const kept =
      'refusal' in prepared
        ? prepared
        : await keepPaper({ copy, history }, at, { prepared, file, continues: batch.current.actId })
    if ('refusal' in kept) toast.error(`${file.name}: ${kept.refusal}`)
    else {
      batch.current.actId = kept.actId
      batch.current.kept.push(kept.name)
    }
    return !('refusal' in kept)
  }

  /** Brings the next picture that can be read to the front; says what was added when there is none. */
  async function bringNext(files: readonly File[]): Promise<void> {
    for (const [index, file] of files.entries()) {
      const picture = await createImageBitmap(file).catch(() => null)
      if (picture) {
        setWaiting(files.slice(index + 1))
        return setFront({ file, picture })
      }
      toast.error(`${file.name}: ${unreadableText}`)
    }
    setWaiting([])
    setFront(null)
    tellAdded()
  }

  function tellAdded() {
    const { kept, actId } = batch.current
    batch.current = { pictures: 0, kept: [], actId: null }
    const [first] = kept
    if (first === undefined || actId === null) return
    const isOnline = copy.getStatus().connection === 'online'
    const { words } = recordBook(at.collection).description
    const said =
      kept.length === 1
        ? doneText(words, 'create', { subject: first, isOnline })
        : `서류 ${kept.length.toLocaleString('ko')}건이 추가되었습니다.${waitingNote(isOnline)}`
    toast.success(said, { action: { label: '되돌리기', onSelect: () => undoAction(actId) } })
  }

  async function busily(work: () => Promise<void>) {
    setBusy(true)
    await work().finally(() => setBusy(false))
  }

  return {
    front,
    isBusy,
    place: { number: batch.current.pictures - waiting.length, of: batch.current.pictures },
    take: (files) =>
      busily(async () => {
        const pictures: File[] = []
        for (const file of files) {
          const judged = await judgeFile(file)
          if ('refusal' in judged) toast.error(`${file.name}: ${judged.refusal}`)
          else if (judged.kind === 'application/pdf') await keepOne(file, await preparePdf(file))
          else pictures.push(file)
        }
        batch.current.pictures += pictures.length
        // More of them while one is being cut: they go behind.
        if (front) setWaiting((before) => [...before, ...pictures])
        else await bringNext(pictures)
      }),
    keep: (adjustment) =>
      busily(async () => {
        if (!front) return
        // What could not be kept stays in front: there may be room in a moment.
        if (!(await keepOne(front.file, await preparePicture(front.picture, adjustment)))) return
        front.picture.close()
        await bringNext(waiting)
      }),
    keepAll: (adjustment) =>
      busily(async () => {
        if (!front || !(await keepOne(front.file, await preparePicture(front.picture, adjustment)))) return
        front.picture.close()
        for (const [index, file] of waiting.entries()) {
          const picture = await createImageBitmap(file).catch(() => null)
          const prepared = picture ? await preparePicture(picture, untouched) : { refusal: unreadableText }
          const isKept = await keepOne(file, prepared)
          picture?.close()
          // The rest would fare no better; it stays to be tried again.
          if (!isKept && picture) return bringNext(waiting.slice(index))
        }
        await bringNext([])
      }),
    skip() {
      front?.picture.close()
      void bringNext(waiting)
    },
    leave() {
      front?.picture.close()
      void bringNext([])
    },
  }
}

/** What came in together. */
interface Batch {
  pictures: number
  readonly kept: string[]
  actId: string | null
}
