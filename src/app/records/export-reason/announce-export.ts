import type { KyInstance } from 'ky'
import { toResult } from '#app/session/api-result.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import { formatInstant } from '#contract/records/values.ts'
import {
  exportOnDevicePath,
  type ViewDetails,
  type ViewEvent,
  viewReportResponseSchema,
} from '#contract/sync/view-reports.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { promptForPin } from '../offline-copy/copy-keys.ts'

interface ExportNotice {
  readonly collection: CollectionName
  readonly recordId?: string
  readonly about: ViewDetails
}

/**
 * Reports an export to the server before the file leaves this device. The server logs it at once
 * and asks for a fresh second factor, as for its own exports. If the server can't be reached, asks
 * for the PIN of a sealed copy again, and the trail gets the export at the next contact. One
 * id keeps it from being logged twice. `cancelled`: the user changed their mind.
 */
export async function announceExport(
  { api, copy }: { api: KyInstance; copy: Pick<OfflineCopy, 'viewLog'> },
  { collection, recordId, about }: ExportNotice,
): Promise<'done' | 'failed' | 'cancelled'> {
  const id = newId()
  const json: ViewEvent = {
    id,
    act: 'export',
    at: formatInstant(Date.now()),
    offline: false,
    collection,
    about,
    ...(recordId !== undefined && { record_id: recordId }),
  }
  const result = await toResult(api.post(exportOnDevicePath, { json }).json())
  if (result.ok && viewReportResponseSchema.safeParse(result.value).data?.taken.includes(id)) return 'done'
  if (!result.ok && !isServerUnavailable(result))
    return result.problem.code === 'second_factor_needed' ? 'cancelled' : 'failed'
  if (!(await promptForPin())) return 'cancelled'
  copy.viewLog.logView({ id, act: 'export', collection, ...(recordId !== undefined && { recordId }), about })
  return 'done'
}

/** Our server didn't respond or is unavailable. */
function isServerUnavailable({
  isUnreachable,
  problem,
}: {
  isUnreachable: boolean
  problem: { code: string }
}): boolean {
  return isUnreachable || problem.code === 'unavailable'
}
