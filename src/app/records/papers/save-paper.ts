import type { ActionHistory } from '#app/action-history/action-history.ts'
import { performAction } from '#app/action-history/perform-action.ts'
import { fullFrame } from '#app/ui/pictures/crop-frame.ts'
import { type Adjustment, drawPicture, encodeJpeg } from '#app/ui/pictures/draw-picture.ts'
import { findParentReference } from '#contract/books/references.ts'
import { headBytes, isPdf, paperLimits, type PaperMediaType } from '#contract/papers/papers.ts'
import { formatInstant } from '#contract/records/values.ts'
import { type OfflineCopy, OutboxWriteError } from '#mirror/offline-copy.ts'
import type { UnrecordedPaper } from '#mirror/papers/papers-database.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { isQuotaError } from '#mirror/store/is-quota-error.ts'
import { getRecordBook } from '../record-book.ts'
import { buildCreate } from '../record-edits.ts'
import { deriveTitle, type PapersTarget } from './paper-texts.ts'

interface AddedFile {
  readonly prepared: PreparedFile
  readonly file: Pick<File, 'name' | 'lastModified'>
  /** Id of the action that added the earlier files, so that all are undone together. */
  readonly continuedActionId: string | null
}

type SavedPaper = { readonly actionId: string; readonly name: string } | { readonly refusal: string }

interface SaveContext {
  readonly copy: OfflineCopy
  readonly history: ActionHistory
}

/**
 * Stores a file on this device and creates its record. The bytes go first, so that no record refers
 * to a missing file.
 */
export async function savePaper(context: SaveContext, target: PapersTarget, added: AddedFile): Promise<SavedPaper> {
  const { papers } = context.copy
  const { mediaType, bytes, thumb } = added.prepared
  const name = deriveTitle(added.file, mediaType)
  try {
    const paper = await papers.storeFile({
      name,
      mediaType,
      bytes,
      thumb,
      buildRecord: ({ contentId, digest, size }) => ({
        collection: target.collection,
        id: newId(),
        fields: { ...buildFields(target, added, name), size, digest, content_id: contentId },
      }),
    })
    const contentId = String(paper.fields['content_id'])
    const creation = await createPaperRecord(context, paper, { name, continuedActionId: added.continuedActionId })
    await ('refusal' in creation ? papers.discardFile(contentId) : papers.markRecorded(contentId))
    return creation
  } catch (error) {
    if (!(error instanceof OutboxWriteError)) throw error
    return { refusal: isQuotaError(error) ? noSpaceText : storageLostText }
  }
}

const noSpaceText = '이 기기의 저장 공간이 부족하여 보관하지 못했습니다.'
const storageLostText = '이 기기의 저장소를 사용할 수 없어 보관하지 못했습니다.'

function buildFields({ collection, parentId }: PapersTarget, { prepared, file }: AddedFile, name: string) {
  const { mediaType } = prepared
  const isPicture = mediaType !== 'application/pdf'
  return {
    [findParentReference(collection)?.key ?? '']: parentId,
    name,
    media_type: mediaType,
    paper_kind: isPicture ? 'photo' : 'other',
    ...(isPicture && { taken_at: formatInstant(file.lastModified) }),
  }
}

async function createPaperRecord(
  context: SaveContext,
  { collection, id, fields }: UnrecordedPaper,
  { name, continuedActionId }: { name: string; continuedActionId: string | null },
): Promise<SavedPaper> {
  const book = getRecordBook(collection)
  const creation = buildCreate(book, id, { ...fields })
  if ('refusal' in creation) return creation
  const { step } = book.wordings.create
  const { actionId, failure } = await performAction(context, {
    label: `${step} (${name})`,
    edits: [{ edit: creation.edit, record: null, caption: name }],
    ...(continuedActionId !== null && { continuedActionId }),
  })
  return failure === null ? { actionId, name } : { refusal: failure }
}

/** A file as it is stored and sent. */
export interface PreparedFile {
  readonly mediaType: PaperMediaType
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly thumb: Uint8Array<ArrayBuffer> | null
}

/** Longest side in px; small print of a photographed paper is still readable. */
const maxSide = 2560
const thumbSide = 320

export const noAdjustment: Adjustment = { turns: 0, frame: fullFrame }

/** A PDF is kept unchanged. */
export async function preparePdf(file: Blob): Promise<PreparedFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { mediaType: 'application/pdf', bytes, thumb: null }
}

/** Redraws a picture, rotated and cropped as chosen, small enough for a mobile connection. */
export async function preparePhoto(
  picture: ImageBitmap,
  adjustment: Adjustment,
): Promise<PreparedFile | { refusal: string }> {
  const canvas = drawPicture(picture, adjustment, maxSide)
  const bytes = await encodeJpeg(canvas, { quality: 0.85, maxBytes: paperLimits.contentBytes })
  if (!bytes) return { refusal: tooLargeText }
  const small = drawPicture(picture, adjustment, thumbSide)
  const thumb = await encodeJpeg(small, { quality: 0.75, maxBytes: paperLimits.thumbBytes })
  return { mediaType: 'image/jpeg', bytes, thumb }
}

type FileCheck = { readonly mediaType: PaperMediaType } | { readonly refusal: string }

/**
 * Type of a file by its content, or why it is refused. The name doesn't matter. A picture is
 * redrawn before it is kept, so its original size isn't limited.
 */
export async function checkFile(file: Blob): Promise<FileCheck> {
  if (file.size === 0) return { refusal: '빈 파일입니다.' }
  const mediaType = detectMediaType(
    await readBytesAsText(file.slice(0, headBytes)),
    await readBytesAsText(file.slice(-headBytes)),
  )
  if (!mediaType) return { refusal: '사진(JPEG, PNG, WebP)과 PDF만 추가할 수 있습니다.' }
  const isTooLarge = mediaType === 'application/pdf' && file.size > paperLimits.contentBytes
  return isTooLarge ? { refusal: tooLargeText } : { mediaType }
}

const tooLargeText = '파일은 20MB 이하만 추가할 수 있습니다.'

/** One character per byte. */
async function readBytesAsText(part: Blob): Promise<string> {
  return String.fromCodePoint(...new Uint8Array(await part.arrayBuffer()))
}

function detectMediaType(text: string, suffix: string): PaperMediaType | null {
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg'
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp'
  return isPdf(text, suffix) ? 'application/pdf' : null
}
