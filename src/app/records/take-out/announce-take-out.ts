import type { KyInstance } from 'ky'
import type { CollectionName } from '#contract/books/collections.ts'
import { exportOnDevicePath, seenAnswerSchema, type Seen, type SeenAbout } from '#contract/sync/seen.ts'
import { instantText } from '#contract/records/values.ts'
import { newId } from '#mirror/new-id.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { answerOf } from '#app/session/answer-of.ts'
import { askForPin } from '../copy/copy-keys.ts'

interface ExportNotice {
  readonly collection: CollectionName
  readonly recordId?: string
  readonly about: SeenAbout
}

/**
 * Reports an export to the server before the file leaves this device. The server logs it at once
 * and asks for a fresh second factor, as for its own exports. If the server can't be reached, asks
 * for the PIN of a sealed copy again, and the audit trail gets the export at the next contact. One
 * id keeps it from being logged twice. `cancelled`: the user changed their mind.
 */
export async function announceTakeOut(
  { api, copy }: { api: KyInstance; copy: Pick<OfflineCopy, 'seen'> },
  { collection, recordId, about }: ExportNotice,
): Promise<'done' | 'failed' | 'cancelled'> {
  const id = newId()
  const json: Seen = {
    id,
    act: 'export',
    at: instantText(Date.now()),
    offline: false,
    collection,
    about,
    ...(recordId !== undefined && { record_id: recordId }),
  }
  const answer = await answerOf(api.post(exportOnDevicePath, { json }).json())
  if (answer.ok && seenAnswerSchema.safeParse(answer.value).data?.taken.includes(id)) return 'done'
  if (!answer.ok && !isServerAway(answer))
    return answer.problem.code === 'second_factor_needed' ? 'cancelled' : 'failed'
  if (!(await askForPin())) return 'cancelled'
  copy.seen.note({ id, act: 'export', collection, ...(recordId !== undefined && { recordId }), about })
  return 'done'
}

/** Our server didn't answer or is unavailable. */
function isServerAway({ isUnreachable, problem }: { isUnreachable: boolean; problem: { code: string } }): boolean {
  return isUnreachable || problem.code === 'unavailable'
}
