import type { Choice, Field } from '#contract/books/field.ts'
import { casePaperBook, type Paper, type PaperCollection } from '#contract/books/papers.ts'
import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatInstant } from '#contract/records/values.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import type { WaitingFile } from '#mirror/papers/papers-database.ts'

/** `1.2MB`, `340KB`, as in file lists. */
export function formatPaperSize(bytes: number): string {
  if (bytes >= 1_048_576) return `${(bytes / 1_048_576).toFixed(1)}MB`
  return `${Math.max(1, Math.round(bytes / 1024))}KB`
}

/** Next to the buttons that add documents. Fingers neither drop nor paste files. */
export function getAddingHint({ isDraggedOver, isTouch }: { isDraggedOver: boolean; isTouch: boolean }): string {
  if (isDraggedOver) return '여기에 놓으면 추가됩니다.'
  const limit = '한 건에 20MB까지입니다.'
  return isTouch ? limit : `사진과 PDF를 끌어다 놓거나 붙여 넣을 수 있습니다. ${limit}`
}

interface PaperState {
  readonly text: string
  readonly tone: 'info' | 'plain' | 'danger'
}

/**
 * Where the bytes of a paper are, in a word; null when they are on the server and on this
 * device.
 */
export function describePaperState(
  file: Pick<WaitingFile, 'state' | 'received' | 'size'> | undefined,
  { isOnDevice, isOnline }: { isOnDevice: boolean; isOnline: boolean },
): PaperState | null {
  if (file?.state === 'refused') return { text: '확인 필요', tone: 'danger' }
  if (file && isOnline && file.received > 0)
    return { text: `전송 중 ${Math.floor((100 * file.received) / file.size)}%`, tone: 'info' }
  if (file) return { text: '전송 대기', tone: 'plain' }
  return isOnDevice ? null : { text: '이 기기에 없음', tone: 'plain' }
}

/** Names that cameras give every photograph. */
const cameraName = /^(image|img|photo|camera|capture|picture|blob)?[\s_-]*\d*$/i

/**
 * Title of a new paper: the file name without its extension; for a photograph named by the
 * camera, the time it was taken.
 */
export function deriveTitle(file: Pick<File, 'name' | 'lastModified'>, mediaType: Paper['media_type']): string {
  const name = file.name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .normalize('NFC')
    .trim()
  if (name !== '' && !cameraName.test(name)) return maskResidentNumbers(name).slice(0, 200)
  const typeText = mediaType === 'application/pdf' ? 'PDF' : '사진'
  return `${typeText} ${formatMoment(formatInstant(file.lastModified))}`
}

/** Extension of a saved file, by type. */
export const extensionByType: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

/** A row's record as a paper; all paper collections have these fields. */
export function toPaper({ record }: Pick<SourceRow, 'record'>): Paper {
  return record as unknown as Paper
}

export function getKindLabel({ paper_kind }: Pick<Paper, 'paper_kind'>): string {
  return paperKinds.find(({ value }) => value === paper_kind)?.label ?? ''
}

const fields: readonly Field[] = casePaperBook.fields

export const paperKinds: readonly Choice[] = fields.find(({ key }) => key === 'paper_kind')?.choices ?? []

/**
 * What papers belong to, and the screen whose undo history takes changes to them (`historyId` of
 * its state).
 */
export interface PapersTarget {
  readonly collection: PaperCollection
  readonly parentId: string
  readonly historyId: string
}
