import type { KyInstance } from 'ky'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { useApi } from '#app/session/api.tsx'
import { Button, Spinner } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { formatTimestamp } from '#app/ui/display/format-timestamp.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { JsonTree } from '#app/ui/json/json-tree.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { apiTestPaths } from '#contract/admin/api-test.ts'
import { actionResponseSchema } from '#contract/admin/task-monitor.ts'
import { findErrorText } from '#domain/text/error-text.ts'
import { restartAllQuestion } from './task-monitor/monitor-texts.ts'

const calls: readonly (TestCall & { purpose: string })[] = [
  {
    name: '리프레시 토큰 받기',
    method: 'POST',
    path: apiTestPaths.refreshToken,
    purpose: '차량 서비스의 토큰을 외부 프로그램에서 받아 옵니다. 토큰은 앞 네 글자만 표시됩니다.',
  },
  {
    name: 'GET 테스트',
    method: 'GET',
    path: apiTestPaths.get,
    purpose: '이 서버와 연결된 서비스의 목록을 읽습니다.',
  },
  {
    name: 'POST 테스트',
    method: 'POST',
    path: apiTestPaths.post,
    body: testBody,
    purpose: '시험용 내용을 보내 데이터베이스까지 다녀오는지 확인합니다. 저장되지는 않습니다.',
  },
]

function testBody(): unknown {
  return {
    title: '테스트 제목',
    description: 'API 테스트 화면에서 보낸 내용입니다.',
    timestamp: new Date().toISOString(),
  }
}

const restartCall: TestCall = { name: '워커 업데이트 및 재시작', method: 'POST', path: apiTestPaths.restartWorkers }

/** API 테스트: buttons that call the server and show its responses. */
export function ApiTestTab() {
  const { running, outcome, run } = useApiTest()
  const [prompt, setPrompt] = useState('')
  const confirm = useConfirm()
  const toast = useToast()
  const chatCall: TestCall = { name: '채팅 테스트', method: 'POST', path: apiTestPaths.chat, body: () => ({ prompt }) }
  const getButtonProps = (call: TestCall) => ({
    isBusy: running?.name === call.name,
    disabledReason: running && running.name !== call.name ? '다른 호출의 응답을 기다리고 있습니다.' : undefined,
    onClick: () => void run(call),
  })
  async function confirmRestart() {
    if (!(await confirm(restartAllQuestion))) return
    const { value } = await run(restartCall)
    const response = actionResponseSchema.safeParse(value)
    if (response.success) toast.success(response.data.message)
  }
  return (
    <div className="grid min-h-0 grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
      <ul aria-label="호출" className="border-t border-rule-strong">
        {calls.map((call) => (
          <li key={call.path} className="flex flex-col items-start gap-2 border-b py-3">
            <CallPath call={call} />
            <p className="text-ink-2">{call.purpose}</p>
            <Button {...getButtonProps(call)}>{call.name}</Button>
          </li>
        ))}
        <li className="flex flex-col gap-2 border-b py-3">
          <CallPath call={chatCall} />
          <TextArea label="질문" rows={2} maxLength={4000} value={prompt} onValue={setPrompt} />
          <div>
            <Button
              icon={<Send size={16} strokeWidth={1.5} aria-hidden />}
              {...getButtonProps(chatCall)}
              {...(prompt.trim() === '' ? { disabledReason: '질문을 입력해 주세요.' } : {})}
            >
              {chatCall.name}
            </Button>
          </div>
        </li>
        <li className="flex flex-col items-start gap-2 border-b py-3">
          <CallPath call={restartCall} />
          <p className="text-ink-2">워커의 지표를 새로 계산하고 모든 워커를 재시작합니다.</p>
          <Button {...getButtonProps(restartCall)} onClick={() => void confirmRestart()}>
            {restartCall.name}
          </Button>
        </li>
      </ul>
      <TestResponse outcome={outcome} running={running} />
    </div>
  )
}

function CallPath({ call: { method, path } }: { call: TestCall }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Badge tone={method === 'GET' ? 'info' : 'good'}>{method}</Badge>
      <code className="break-all text-label text-ink-2">{path}</code>
    </span>
  )
}

interface TestResponseProps {
  outcome: TestOutcome | null
  running: TestCall | null
}

/** Result of the last call: status, time, the response as a tree, and its items if it has any. */
function TestResponse({ outcome, running }: TestResponseProps) {
  const items = outcome ? parseItems(outcome.value) : []
  return (
    <section aria-labelledby="test-response" className="flex min-w-0 flex-col gap-3">
      <h2 id="test-response" className="text-lead font-semibold">
        응답
      </h2>
      <div aria-live="polite" className="flex flex-col gap-3 border-t border-rule-strong pt-3">
        {running ? (
          <p className="flex items-center gap-2 text-ink-2">
            <Spinner label="" /> {running.name}의 응답을 기다리고 있습니다.
          </p>
        ) : outcome ? (
          <Summary outcome={outcome} />
        ) : (
          <p className="text-ink-2">호출을 하나 선택하면 응답이 여기에 표시됩니다.</p>
        )}
      </div>
      {!running && outcome?.message ? (
        <p role="alert" className="text-danger">
          오류가 발생했습니다: {outcome.message}
        </p>
      ) : null}
      {!running && outcome && outcome.status !== null ? (
        <JsonTree key={outcome.at} label="응답" value={outcome.value} openLevels={3} />
      ) : null}
      {!running && items.length > 0 ? <Items items={items} /> : null}
    </section>
  )
}

function Summary({ outcome: { call, status, durationMs, at, message } }: { outcome: TestOutcome }) {
  return (
    <p className="tabular flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-semibold">{call.name}</span>
      <Badge tone={message === null ? 'good' : 'danger'}>
        {message === null ? '성공' : '실패'} {status}
      </Badge>
      <span className="text-ink-2">{(durationMs / 1000).toFixed(2)}초</span>
      <span className="text-ink-3">{formatTimestamp(at)}</span>
    </p>
  )
}

const withItemsSchema = z.object({
  data: z.object({ items: z.array(z.object({ id: z.union([z.string(), z.number()]), name: z.string() })) }),
})

type Item = z.infer<typeof withItemsSchema>['data']['items'][number]

function parseItems(value: unknown): Item[] {
  return withItemsSchema.safeParse(value).data?.data.items ?? []
}

function Items({ items }: { items: readonly Item[] }) {
  return (
    <table className="w-full max-w-[560px] text-table">
      <caption className="pb-1 text-left text-label font-semibold text-ink-2">목록 {items.length}개</caption>
      <thead className="border-y border-t-rule-strong text-left text-label text-ink-2">
        <tr>
          <th className="py-1.5 pr-4 font-medium">번호</th>
          <th className="py-1.5 font-medium">이름</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ id, name }) => (
          <tr key={id} className="border-b">
            <td className="tabular py-1.5 pr-4 break-all text-ink-2">{id}</td>
            <td className="py-1.5 break-words">{name}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One call of the test screen. `body`: sent as JSON. */
interface TestCall {
  name: string
  method: 'GET' | 'POST'
  path: string
  body?: () => unknown
}

/** Result of a call. `status` is null without a response. */
interface TestOutcome {
  call: TestCall
  status: number | null
  /** Ms from sending to the end of the response. */
  durationMs: number
  /** Start, in ms since 1970. */
  at: number
  value: unknown
  /** Reason of a refusal, or null. */
  message: string | null
}

/** Makes test calls one at a time and keeps the last result. */
function useApiTest() {
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
    const response = await api(call.path, {
      method: call.method,
      throwHttpErrors: false,
      ...(json === undefined ? {} : { json }),
    })
    const value = readJson(await response.text())
    const durationMs = performance.now() - startedAt
    const message = response.ok ? null : describeFailure(value, response.status)
    return { call, status: response.status, durationMs, at, value, message }
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

function describeFailure(value: unknown, status: number): string {
  return findErrorText(value) ?? `서버가 ${status} 상태로 답했습니다.`
}
