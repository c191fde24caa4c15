import type { KyInstance } from 'ky'
import { useState } from 'react'
import { errorTextIn } from '#domain/text/error-text.ts'
import { useApi } from '#app/session/api.tsx'

/** One call of the test screen. `body`: sent as JSON. */
export interface TestCall {
  name: string
  method: 'GET' | 'POST'
  path: string
  body?: () => unknown
}

/** Result of a call. `status` is null without an answer. */
export interface TestOutcome {
  call: TestCall
  status: number | null
  /** Ms from sending to the end of the answer. */
  durationMs: number
  /** Start, in ms since 1970. */
  at: number
  value: unknown
  /** Reason of a refusal, or null. */
  message: string | null
}

/** Makes test calls one at a time and keeps the last result. */
export function useApiTest() {
  const api = useApi()
  const [running, setRunning] = useState<TestCall | null>(null)
  const [outcome, setOutcome] = useState<TestOutcome | null>(null)
  async function run(call: TestCall): Promise<TestOutcome> {
    setRunning(call)
    const last = await makeCall(api, call)
    setOutcome(last)
    setRunning(null)
    return last
  }
  return { running, outcome, run }
}

async function makeCall(api: KyInstance, call: TestCall): Promise<TestOutcome> {
  const at = Date.now()
  const startedAt = performance.now()
  try {
    const json = call.body?.()
    const answer = await api(call.path, {
      method: call.method,
      throwHttpErrors: false,
      ...(json === undefined ? {} : { json }),
    })
    const value = readJson(await answer.text())
    const durationMs = performance.now() - startedAt
    const message = answer.ok ? null : refusalOf(value, answer.status)
    return { call, status: answer.status, durationMs, at, value, message }
  } catch {
    const message = '서버에 연결할 수 없습니다. 네트워크를 확인해 주세요.'
    return { call, status: null, durationMs: performance.now() - startedAt, at, value: null, message }
  }
}

/** Text that is not JSON is shown as is. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function refusalOf(value: unknown, status: number): string {
  return errorTextIn(value) ?? `서버가 ${status} 상태로 답했습니다.`
}
