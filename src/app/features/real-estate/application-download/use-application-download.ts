import { useEffect, useRef, useState } from 'react'
import {
  applicationFileNames,
  checkApplicationPath,
  checkApplicationSchema,
  downloadApplicationTaskPath,
  downloadApplicationWords,
  type CheckedUnit,
} from '#contract/applications/application-forms.ts'
import { useDownloadTasks } from '#app/downloads/use-download-tasks.tsx'
import { bookToast } from '#app/records/actions/outcome-words.ts'
import { useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { answerOf } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { saveFile } from '#app/ui/save-file.ts'
import { fetchApplications, type ApplicationOrder } from './fetch-applications.ts'

/** Above this number the file is made in the background, with progress in the list of downloads. */
const maxAtOnce = 50

/** Result of the check for missing boxes: pending, known, or failed. */
export type CheckState = 'asking' | { readonly units: readonly CheckedUnit[] } | { readonly failure: string }

/** State of the download dialog: the check for missing boxes, and the download. */
export function useApplicationDownload(unitIds: readonly string[], onDone: () => void) {
  const api = useApi()
  const tasks = useDownloadTasks()
  const toast = useToast()
  const { connection, waiting, sending, attention } = useSyncStatus()
  const isOffline = connection === 'offline'
  const running = useRef<AbortController>(null)
  const [isWorking, setWorking] = useState(false)
  useEffect(() => () => running.current?.abort(), [])

  async function download(order: ApplicationOrder['with']) {
    const body = { property_ids: unitIds, with: order }
    const count = unitIds.length
    if (count > maxAtOnce) {
      tasks.start({
        label: `등기신청서 ${count.toLocaleString('ko-KR')}건`,
        path: downloadApplicationTaskPath,
        body,
        holdsNoNames: true,
        fileCount: count,
        startedMessage: downloadApplicationWords.working,
        doneMessage: downloadApplicationWords.done(count),
      })
      return onDone()
    }
    const abort = new AbortController()
    running.current = abort
    setWorking(true)
    const fetched = await fetchApplications(api, body, abort.signal)
    setWorking(false)
    if (fetched === null) return
    if ('failure' in fetched) return toast.error(fetched.failure)
    saveFile(applicationFileNames(count, officeToday()).korean, fetched.file)
    toast.success(downloadApplicationWords.done(count), bookToast)
    onDone()
  }

  return {
    check: useCheck(unitIds, isOffline),
    isOffline,
    /** Unsent changes on this device are not in the file. */
    hasUnsent: waiting + sending + attention > 0,
    isWorking,
    download,
    cancel: () => running.current?.abort(),
  }
}

/** Repeated when the connection is back. */
function useCheck(unitIds: readonly string[], isOffline: boolean): CheckState {
  const api = useApi()
  const [state, setState] = useState<CheckState>('asking')
  useEffect(() => {
    if (isOffline) return
    const abort = new AbortController()
    const call = api.post(checkApplicationPath, {
      json: { property_ids: unitIds },
      signal: abort.signal,
      timeout: 60_000,
    })
    void answerOf(call.json()).then((answer) => {
      if (abort.signal.aborted) return
      setState(answer.ok ? checkApplicationSchema.parse(answer.value) : { failure: answer.problem.message })
    })
    return () => abort.abort()
  }, [api, unitIds, isOffline])
  return state
}
