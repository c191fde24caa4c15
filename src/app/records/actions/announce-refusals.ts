import type { OfflineCopy, OutboxEntry } from '#mirror/offline-copy.ts'
import type { ShowToast } from '#app/ui/overlays/toast.tsx'
import { goneText } from '../gone-text.ts'
import { captionOfEntry } from '../entry-caption.ts'
import { conflictText, failedText } from './outcome-words.ts'
import type { Wordings } from '#contract/books/wordings.ts'

interface NoticeDeps {
  copy: Pick<OfflineCopy, 'getRow'>
  toast: ShowToast
  wordings: Wordings
}

/**
 * Reports what the server refused, with the record's name, because the user has long moved on. A
 * conflict isn't a failure: nothing was refused, and the user has to choose a value.
 */
export async function announceRefusals(
  fresh: readonly OutboxEntry[],
  { copy, toast, wordings }: NoticeDeps,
): Promise<void> {
  const [conflicts, failures] = [fresh.filter(isConflict), fresh.filter((entry) => !isConflict(entry))]
  const [conflict, failure] = [conflicts[0], failures[0]]
  if (conflict) toast.warning(conflictText(await captionOfEntry(copy, conflict)) + moreText(conflicts))
  if (!failure) return
  const reason = failure.isGone ? goneText(failure.collection) : failure.problem?.message
  // The name goes into the second line; the screen words the first one.
  const description = await captionOfEntry(copy, failure)
  toast.error(
    failedText(wordings, failure.kind, reason) + moreText(failures),
    description === '' ? {} : { description },
  )
}

function isConflict({ state }: OutboxEntry): boolean {
  return state === 'conflict'
}

function moreText({ length }: readonly OutboxEntry[]): string {
  return length === 1 ? '' : ` 외 ${(length - 1).toLocaleString('ko-KR')}건`
}
