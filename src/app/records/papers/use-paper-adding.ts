import { type RefObject, useRef, useState } from 'react'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { type ShowToast, useToast } from '#app/ui/overlays/toast.tsx'
import type { Adjustment } from '#app/ui/pictures/draw-picture.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatDone, formatWaitingNote } from '../actions/outcome-texts.ts'
import { useOfflineCopy } from '../offline-copy/use-offline-copy.tsx'
import { getRecordBook } from '../record-book.ts'
import type { PapersTarget } from './paper-texts.ts'
import { checkFile, noAdjustment, type PreparedFile, preparePdf, preparePhoto, savePaper } from './save-paper.ts'

/** A picture waiting to be rotated and cropped. */
interface QueuedPicture {
  readonly file: File
  readonly picture: ImageBitmap
}

interface PaperAdding {
  /** The current picture; null when none waits. */
  readonly current: QueuedPicture | null
  /** Its number and the total. */
  readonly progress: { readonly number: number; readonly total: number }
  readonly isBusy: boolean
  addFiles(files: readonly File[]): Promise<void>
  /** Keeps the current picture. */
  saveCurrent(adjustment: Adjustment): Promise<void>
  /** Keeps the current picture, and the rest unchanged. */
  saveAll(adjustment: Adjustment): Promise<void>
  /** Skips the current picture; `cancelRest` skips the rest too. */
  skip(): void
  cancelRest(): void
}

const unreadableText = '이미지 파일을 읽지 못했습니다. 다른 파일을 선택해 주세요.'

/**
 * Takes files from camera, files, drop or paste. Checks each one, keeps PDFs at once and pictures
 * after rotating and cropping. All of them form one undo step.
 */
export function usePaperAdding(target: PapersTarget): PaperAdding {
  const toast = useToast()
  const { saveOne, reportAdded } = usePaperSaving(target)
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const [pictures, setPictures] = useState(0)
  const [current, setCurrent] = useState<QueuedPicture | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  /** Shows the next readable picture; without one, reports what was added. */
  async function showNext(files: readonly File[]): Promise<void> {
    const next = await openFirstReadable(files, toast)
    setWaiting(next?.rest ?? [])
    setCurrent(next?.current ?? null)
    if (next) return
    setPictures(0)
    reportAdded()
  }

  /** A picture that couldn't be saved stays current; space may become free in a moment. */
  async function saveShown(adjustment: Adjustment): Promise<boolean> {
    if (!current || !(await saveOne(current.file, await preparePhoto(current.picture, adjustment)))) return false
    current.picture.close()
    return true
  }

  async function whileBusy(work: () => Promise<void>) {
    setIsBusy(true)
    await work().finally(() => setIsBusy(false))
  }

  function skipCurrent(remainingFiles: readonly File[]) {
    current?.picture.close()
    void showNext(remainingFiles)
  }

  return {
    current,
    isBusy,
    progress: { number: pictures - waiting.length, total: pictures },
    addFiles: (files) =>
      whileBusy(async () => {
        const added = await collectPictures(files, toast, saveOne)
        setPictures((before) => before + added.length)
        // More files arrive while a picture is being cropped; queue them.
        if (current) setWaiting((before) => [...before, ...added])
        else await showNext(added)
      }),
    saveCurrent: (adjustment) =>
      whileBusy(async () => void ((await saveShown(adjustment)) && (await showNext(waiting)))),
    saveAll: (adjustment) =>
      whileBusy(async () => {
        if (await saveShown(adjustment)) await showNext(await saveUnadjusted(waiting, saveOne))
      }),
    skip: () => skipCurrent(waiting),
    cancelRest: () => skipCurrent([]),
  }
}

type SaveOne = (file: File, prepared: PreparedFile | { refusal: string }) => Promise<boolean>

/** Keeps files one after the other as one action, and reports the result at the end. */
function usePaperSaving(target: PapersTarget): { saveOne: SaveOne; reportAdded(): void } {
  const copy = useOfflineCopy()
  const toast = useToast()
  const history = useActionHistory(copy, target.historyId)
  const { undoIfNewest } = useHistoryCommands({ history, source: null, collection: target.collection, toast })
  const batch: RefObject<SaveBatch> = useRef<SaveBatch>({ savedNames: [], actionId: null })
  return {
    async saveOne(file, prepared) {
      const { actionId: previousActionId } = batch.current
      const isReady = !('refusal' in prepared)
      const result = isReady
        ? await savePaper({ copy, history }, target, { prepared, file, continuedActionId: previousActionId })
        : prepared
      if ('refusal' in result) toast.error(`${file.name}: ${result.refusal}`)
      else batch.current = { actionId: result.actionId, savedNames: [...batch.current.savedNames, result.name] }
      return !('refusal' in result)
    },
    reportAdded() {
      const { savedNames, actionId } = batch.current
      batch.current = { savedNames: [], actionId: null }
      const [first] = savedNames
      if (first === undefined || actionId === null) return
      const isOnline = copy.getStatus().connection === 'online'
      const { wordings } = getRecordBook(target.collection)
      const addedText =
        savedNames.length === 1
          ? formatDone(wordings, 'create', { subject: first, isOnline })
          : `서류 ${formatNumber(savedNames.length)}건이 추가되었습니다.${formatWaitingNote(isOnline)}`
      toast.success(addedText, { action: { label: '되돌리기', onSelect: () => undoIfNewest(actionId) } })
    },
  }
}

/** Returns the pictures. Keeps PDFs at once and refuses other files. */
async function collectPictures(files: readonly File[], toast: ShowToast, saveOne: SaveOne): Promise<readonly File[]> {
  const pictures: File[] = []
  for (const file of files) {
    const fileCheck = await checkFile(file)
    if ('refusal' in fileCheck) toast.error(`${file.name}: ${fileCheck.refusal}`)
    else if (fileCheck.mediaType === 'application/pdf') await saveOne(file, await preparePdf(file))
    else pictures.push(file)
  }
  return pictures
}

async function openFirstReadable(files: readonly File[], toast: ShowToast) {
  for (const [index, file] of files.entries()) {
    const picture = await createImageBitmap(file).catch(() => null)
    if (picture) return { current: { file, picture }, rest: files.slice(index + 1) }
    toast.error(`${file.name}: ${unreadableText}`)
  }
  return null
}

/** Returns the remaining files. After one the device couldn't keep, the others would fail too. */
async function saveUnadjusted(files: readonly File[], saveOne: SaveOne): Promise<readonly File[]> {
  for (const [index, file] of files.entries()) {
    const picture = await createImageBitmap(file).catch(() => null)
    const prepared = picture ? await preparePhoto(picture, noAdjustment) : { refusal: unreadableText }
    const isSaved = await saveOne(file, prepared)
    picture?.close()
    if (!isSaved && picture) return files.slice(index)
  }
  return []
}

/** Files saved in one action. */
interface SaveBatch {
  readonly savedNames: readonly string[]
  readonly actionId: string | null
}
