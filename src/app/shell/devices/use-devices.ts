import { useCallback, useEffect, useRef, useState } from 'react'
import { devicesPath, devicesSchema, endedDevicesSchema, type Device } from '#contract/session/session.ts'
import { answerOf, type Answer } from '../../session/answer-of.ts'
import { useApi } from '../../session/api.tsx'

export interface Devices {
  /** Undefined until the first request has finished. */
  answer: Answer<readonly Device[]> | undefined
  isBusy: boolean
  reload(): Promise<void>
  /**
   * Ends one session by its id, or all but this one. A session that has already ended counts as
   * success.
   */
  end(target: { id: string } | 'others'): Promise<Answer<number>>
}

/**
 * The user's own sessions. Not mirrored, because only the server's current state counts. Doesn't
 * use the query client, because the public frame has none.
 */
export function useDevices(): Devices {
  const api = useApi()
  const [answer, setAnswer] = useState<Devices['answer']>()
  const [isBusy, setBusy] = useState(false)
  /** Drops answers of all but the latest request. */
  const latestRequest = useRef(0)

  const reload = useCallback(async () => {
    const number = (latestRequest.current += 1)
    setBusy(true)
    const read = async () => devicesSchema.parse(await api.get(devicesPath).json()).devices
    const next = await answerOf(read())
    if (number !== latestRequest.current) return
    setAnswer(next)
    setBusy(false)
  }, [api])

  useEffect(() => {
    const retry = () => void reload()
    retry()
    window.addEventListener('online', retry)
    return () => {
      latestRequest.current += 1
      window.removeEventListener('online', retry)
    }
  }, [reload])

  async function end(target: Parameters<Devices['end']>[0]): Promise<Answer<number>> {
    const path = target === 'others' ? `${devicesPath}?which=others` : `${devicesPath}/${target.id}`
    const done = await answerOf(api.delete(path).json())
    if (!done.ok && done.problem.code !== 'not_found') return done
    await reload()
    return { ok: true, value: done.ok ? endedDevicesSchema.parse(done.value).ended : 0 }
  }

  return { answer, isBusy, reload, end }
}
