import { wholeReferenceOf } from '#contract/books/collections.ts'
import { instantText } from '#contract/records/values.ts'
import { isFull } from '#mirror/is-full.ts'
import { newId } from '#mirror/new-id.ts'
import { OutboxWriteError, type OfflineCopy } from '#mirror/offline-copy.ts'
import type { UnrecordedPaper } from '#mirror/papers/papers-database.ts'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { performAction } from '#app/action-history/perform-action.ts'
import { recordBook } from '../record-book.ts'
import { recordCreate } from '../record-edits.ts'
import { titleOfFile } from './paper-words.ts'
import type { PapersTarget } from './papers-target.ts'
import type { PreparedFile } from './prepare-file.ts'

export interface AddedFile {
  readonly prepared: PreparedFile
  readonly file: Pick<File, 'name' | 'lastModified'>
  /** Id of the action that added the earlier files, so that all are undone together. */
  readonly continuedActId: string | null
}

export type SavedPaper = { readonly actId: string; readonly name: string } | { readonly refusal: string }

interface Screen {
  readonly copy: OfflineCopy
  readonly history: ActionHistory
}

/**
 * Stores a file on this device and creates its record. The bytes go first, so that no record refers
 * to a missing file.
 */
export async function savePaper(screen: Screen, target: PapersTarget, added: AddedFile): Promise<SavedPaper> {
  const { papers } = screen.copy
  const { mediaType, bytes, thumb } = added.prepared
  const name = titleOfFile(added.file, mediaType)
  try {
    const paper = await papers.keep({
      name,
      mediaType,
      bytes,
      thumb,
      recordOf: ({ contentId, digest, size }) => ({
        collection: target.collection,
        id: newId(),
        fields: { ...fieldsOf(target, added, name), size, digest, content_id: contentId },
      }),
    })
    const contentId = String(paper.fields['content_id'])
    const creation = await makeRecord(screen, paper, { name, continuedActId: added.continuedActId })
    await ('refusal' in creation ? papers.discard(contentId) : papers.noteRecorded(contentId))
    return creation
  } catch (error) {
    if (!(error instanceof OutboxWriteError)) throw error
    return { refusal: isFull(error) ? fullText : lostText }
  }
}

const fullText = '이 기기의 저장 공간이 부족하여 보관하지 못했습니다.'
const lostText = '이 기기의 저장소를 사용할 수 없어 보관하지 못했습니다.'

function fieldsOf({ collection, wholeId }: PapersTarget, { prepared, file }: AddedFile, name: string) {
  const { mediaType } = prepared
  const isPicture = mediaType !== 'application/pdf'
  return {
    [wholeReferenceOf(collection)?.key ?? '']: wholeId,
    name,
    media_type: mediaType,
    paper_kind: isPicture ? 'photo' : 'other',
    ...(isPicture && { taken_at: instantText(file.lastModified) }),
  }
}

async function makeRecord(
  screen: Screen,
  { collection, id, fields }: UnrecordedPaper,
  { name, continuedActId }: { name: string; continuedActId: string | null },
): Promise<SavedPaper> {
  const book = recordBook(collection)
  const creation = recordCreate(book, id, { ...fields })
  if ('refusal' in creation) return creation
  const { step } = book.description.words.create
  const { actId, failure } = await performAction(screen, {
    label: `${step} (${name})`,
    edits: [{ edit: creation.edit, record: null, caption: name }],
    ...(continuedActId !== null && { continuedActId }),
  })
  return failure === null ? { actId, name } : { refusal: failure }
}
