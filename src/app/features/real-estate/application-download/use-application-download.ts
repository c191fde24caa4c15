import type { KyInstance } from 'ky'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { bookToast } from '#app/records/actions/outcome-texts.ts'
import { useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { useBackgroundTasks } from '#app/tasks/use-background-tasks.tsx'
import { saveFile } from '#app/ui/browser/save-file.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import {
  buildApplicationFileNames,
  checkApplicationPath,
  checkApplicationSchema,
  type CheckedUnit,
  downloadApplicationMessages,
  downloadApplicationPath,
  downloadApplicationTaskPath,
} from '#contract/applications/applications.ts'
import { formatNumber } from '#contract/text/format-number.ts'

/** Above this number the file is made in the background, with progress in the list of downloads. */
const maxForegroundUnits = 50

/** Result of the check for missing boxes: pending, known, or failed. */
export type CheckState = 'asking' | { readonly units: readonly CheckedUnit[] } | { readonly failure: string }

/** State of the download dialog: the check for missing boxes, and the download. */
export function useApplicationDownload(unitIds: readonly string[], onDone: () => void) {
  const api = useApi()
  const tasks = useBackgroundTasks()
  const toast = useToast()
  const { connection, waiting, sending, attention } = useSyncStatus()
  const isOffline = connection === 'offline'
  const abortRef = useRef<AbortController>(null)
  const [isWorking, setIsWorking] = useState(false)
  useEffect(() => () => abortRef.current?.abort(), [])

  async function download(extraDocuments: ApplicationRequest['with']) {
    const body = { property_ids: unitIds, with: extraDocuments }
    const count = unitIds.length
    if (count > maxForegroundUnits) {
      tasks.start({
        label: `등기신청서 ${formatNumber(count)}건`,
        path: downloadApplicationTaskPath,
        body,
        canPersistBody: true,
        requestedCount: count,
        startedMessage: downloadApplicationMessages.working,
        doneMessage: downloadApplicationMessages.done(count),
      })
      return onDone()
    }
    const controller = new AbortController()
    abortRef.current = controller
    setIsWorking(true)
    const fetched = await fetchApplications(api, body, controller.signal)
    setIsWorking(false)
    if (fetched === null) return
    if ('failure' in fetched) return toast.error(fetched.failure)
    saveFile(buildApplicationFileNames(count, getOfficeToday()).korean, fetched.file)
    toast.success(downloadApplicationMessages.done(count), bookToast)
    onDone()
  }

  return {
    check: useCheckApplications(unitIds, isOffline),
    isOffline,
    /** Unsent changes on this device are not in the file. */
    hasUnsent: waiting + sending + attention > 0,
    isWorking,
    download,
    cancel: () => abortRef.current?.abort(),
  }
}

/** Repeated when the connection is back. */
function useCheckApplications(unitIds: readonly string[], isOffline: boolean): CheckState {
  const api = useApi()
  const [state, setState] = useState<CheckState>('asking')
  useEffect(() => {
    if (isOffline) return
    const controller = new AbortController()
    const call = api.post(checkApplicationPath, {
      json: { property_ids: unitIds },
      signal: controller.signal,
      timeout: 60_000,
    })
    void toResult(call.json()).then((result) => {
      if (controller.signal.aborted) return
      setState(result.ok ? checkApplicationSchema.parse(result.value) : { failure: result.problem.message })
    })
    return () => controller.abort()
  }, [api, unitIds, isOffline])
  return state
}

interface ApplicationRequest {
  readonly property_ids: readonly string[]
  readonly with: { readonly cost_statement: boolean; readonly receipt: boolean }
}

/** The file, or the message of a failure; null if cancelled. */
type FetchedApplications = { readonly file: Blob } | { readonly failure: string } | null

/** Fetches the filings of a few units at once while the user waits. */
async function fetchApplications(
  api: KyInstance,
  request: ApplicationRequest,
  signal: AbortSignal,
): Promise<FetchedApplications> {
  try {
    const result = await api.post(downloadApplicationPath, {
      json: request,
      signal,
      timeout: timeoutMs,
      throwHttpErrors: false,
    })
    return await readResponse(result.status, await result.blob())
  } catch {
    return signal.aborted ? null : { failure: downloadApplicationMessages.failed }
  }
}

const timeoutMs = 120_000

/** The server's message takes precedence, even with status 200; without one the status decides. */
export async function readResponse(status: number, body: Blob): Promise<Exclude<FetchedApplications, null>> {
  const message = body.type.includes('json') ? messageSchema.safeParse(await parseJsonBody(body)) : undefined
  if (message?.success) return { failure: message.data.message }
  if (status !== 200) return { failure: downloadApplicationMessages.serverFailed(status) }
  if (message) return { failure: downloadApplicationMessages.failed }
  return body.size === 0 ? { failure: downloadApplicationMessages.nothingThere } : { file: body }
}

const messageSchema = z.object({ message: z.string().min(1) })

async function parseJsonBody(body: Blob): Promise<unknown> {
  try {
    return JSON.parse(await body.text())
  } catch {
    return null
  }
}
