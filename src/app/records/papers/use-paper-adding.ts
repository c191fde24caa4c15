import { useRef, useState, type RefObject } from 'react'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { useToast, type ShowToast } from '#app/ui/overlays/toast.tsx'
import type { Adjustment } from '#app/ui/pictures/draw-picture.ts'
import { doneText, waitingNote } from '../actions/outcome-words.ts'
import { useOfflineCopy } from '../copy/use-offline-copy.tsx'
import { recordBook } from '../record-book.ts'
import { judgeFile } from './judge-file.ts'
import { keepPaper } from './keep-paper.ts'
import type { PapersTarget } from './papers-target.ts'
import { preparePdf, preparePicture, untouched, type PreparedFile } from './prepare-file.ts'

/** A picture waiting to be rotated and cropped. */
export interface QueuedPicture {
  readonly file: File
  readonly picture: ImageBitmap
}

export interface PaperAdding {
  /** The current picture; null when none waits. */
  readonly front: QueuedPicture | null
  /** Its number and the total. */
  readonly place: { readonly number: number; readonly of: number }
  readonly isBusy: boolean
  take(files: readonly File[]): Promise<void>
  /** Keeps the current picture. */
  keep(adjustment: Adjustment): Promise<void>
  /** Keeps the current picture, and the rest unchanged. */
  keepAll(adjustment: Adjustment): Promise<void>
  /** Skips the current picture; `leave` skips the rest too. */
  skip(): void
  leave(): void
}

const unreadableText = '이미지 파일을 읽지 못했습니다. 다른 파일을 선택해 주세요.'

/**
 * Takes files from camera, files, drop or paste. Checks each one, keeps PDFs at once and pictures
 * after rotating and cropping. All of them form one undo step.
 */
export function usePaperAdding(at: PapersTarget): PaperAdding {
  const toast = useToast()
  const { keepOne, reportAdded } = useKeeping(at)
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const [pictures, setPictures] = useState(0)
  const [front, setFront] = useState<QueuedPicture | null>(null)
  const [isBusy, setBusy] = useState(false)

  /** Shows the next readable picture; without one, reports what was added. */
  async function bringNext(files: readonly File[]): Promise<void> {
    const next = await firstReadable(files, toast)
    setWaiting(next?.behind ?? [])
    setFront(next?.front ?? null)
    if (next) return
    setPictures(0)
    reportAdded()
  }

  /** A picture that couldn't be kept stays current; there may be room in a moment. */
  async function keepFront(adjustment: Adjustment): Promise<boolean> {
    if (!front || !(await keepOne(front.file, await preparePicture(front.picture, adjustment)))) return false
    front.picture.close()
    return true
  }

  async function busily(work: () => Promise<void>) {
    setBusy(true)
    await work().finally(() => setBusy(false))
  }

  function leaveOut(behind: readonly File[]) {
    front?.picture.close()
    void bringNext(behind)
  }

  return {
    front,
    isBusy,
    place: { number: pictures - waiting.length, of: pictures },
    take: (files) =>
      busily(async () => {
        const taken = await takePictures(files, toast, keepOne)
        setPictures((before) => before + taken.length)
        // More files arrive while a picture is being cropped; queue them.
        if (front) setWaiting((before) => [...before, ...taken])
        else await bringNext(taken)
      }),
    keep: (adjustment) => busily(async () => void ((await keepFront(adjustment)) && (await bringNext(waiting)))),
    keepAll: (adjustment) =>
      busily(async () => {
        if (await keepFront(adjustment)) await bringNext(await keepUntouched(waiting, keepOne))
      }),
    skip: () => leaveOut(waiting),
    leave: () => leaveOut([]),
  }
}

type KeepOne = (file: File, prepared: PreparedFile | { refusal: string }) => Promise<boolean>

/** Keeps files one after the other as one action, and reports the result at the end. */
function useKeeping(at: PapersTarget): { keepOne: KeepOne; reportAdded(): void } {
  const copy = useOfflineCopy()
  const toast = useToast()
  const history = useActionHistory(copy, at.historyId)
  const { undoAction } = useHistoryCommands({ history, source: null, collection: at.collection, toast })
  const batch: RefObject<Batch> = useRef<Batch>({ kept: [], actId: null })
  return {
    async keepOne(file, prepared) {
      const { actId: continues } = batch.current
      const isReady = !('refusal' in prepared)
      const kept = isReady ? await keepPaper({ copy, history }, at, { prepared, file, continues }) : prepared
      if ('refusal' in kept) toast.error(`${file.name}: ${kept.refusal}`)
      else batch.current = { actId: kept.actId, kept: [...batch.current.kept, kept.name] }
      return !('refusal' in kept)
    },
    reportAdded() {
      const { kept, actId } = batch.current
      batch.current = { kept: [], actId: null }
      const [first] = kept
      if (first === undefined || actId === null) return
      const isOnline = copy.getStatus().connection === 'online'
      const { words } = recordBook(at.collection).description
      const said =
        kept.length === 1
          ? doneText(words, 'create', { subject: first, isOnline })
          : `서류 ${kept.length.toLocaleString('ko')}건이 추가되었습니다.${waitingNote(isOnline)}`
      toast.success(said, { action: { label: '되돌리기', onSelect: () => undoAction(actId) } })
    },
  }
}

/** Returns the pictures. Keeps PDFs at once and refuses other files. */
async function takePictures(files: readonly File[], toast: ShowToast, keepOne: KeepOne): Promise<readonly File[]> {
  const pictures: File[] = []
  for (const file of files) {
    const judged = await judgeFile(file)
    if ('refusal' in judged) toast.error(`${file.name}: ${judged.refusal}`)
    else if (judged.kind === 'application/pdf') await keepOne(file, await preparePdf(file))
    else pictures.push(file)
  }
  return pictures
}

async function firstReadable(files: readonly File[], toast: ShowToast) {
  for (const [index, file] of files.entries()) {
    const picture = await createImageBitmap(file).catch(() => null)
    if (picture) return { front: { file, picture }, behind: files.slice(index + 1) }
    toast.error(`${file.name}: ${unreadableText}`)
  }
  return null
}

/** Returns the remaining files. After one the device couldn't keep, the others would fail too. */
async function keepUntouched(files: readonly File[], keepOne: KeepOne): Promise<readonly File[]> {
  for (const [index, file] of files.entries()) {
    const picture = await createImageBitmap(file).catch(() => null)
    const prepared = picture ? await preparePicture(picture, untouched) : { refusal: unreadableText }
    const isKept = await keepOne(file, prepared)
    picture?.close()
    if (!isKept && picture) return files.slice(index)
  }
  return []
}

/** Files kept in one action. */
interface Batch {
  readonly kept: readonly string[]
  readonly actId: string | null
}
