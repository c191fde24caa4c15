import { Send } from 'lucide-react'
import { useState } from 'react'
import { apiTestPaths } from '#contract/api-test.ts'
import { askedAnswerSchema } from '#contract/admin/task-monitor.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { restartAllQuestion } from '../tasks/monitor-words.ts'
import { TestResponse } from './test-response.tsx'
import { useApiTest, type TestCall } from './use-api-test.ts'

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

const restart: TestCall = { name: '워커 업데이트 및 재시작', method: 'POST', path: apiTestPaths.restartWorkers }

/** API 테스트: buttons that call the server and show its answers. */
export function ApiTestTab() {
  const { running, outcome, run } = useApiTest()
  const [prompt, setPrompt] = useState('')
  const confirm = useConfirm()
  const toast = useToast()
  const chat: TestCall = { name: '채팅 테스트', method: 'POST', path: apiTestPaths.chat, body: () => ({ prompt }) }
  const send = (call: TestCall) => ({
    isBusy: running?.name === call.name,
    disabledReason: running && running.name !== call.name ? '다른 호출의 응답을 기다리고 있습니다.' : undefined,
    onClick: () => void run(call),
  })
  async function askRestart() {
    if (!(await confirm(restartAllQuestion))) return
    const { value } = await run(restart)
    const startedAt = askedAnswerSchema.safeParse(value)
    if (startedAt.success) toast.success(startedAt.data.message)
  }
  return (
    <div className="grid min-h-0 grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
      <ul aria-label="호출" className="border-t border-rule-strong">
        {calls.map((call) => (
          <li key={call.path} className="flex flex-col items-start gap-2 border-b py-3">
            <Address call={call} />
            <p className="text-ink-2">{call.purpose}</p>
            <Button {...send(call)}>{call.name}</Button>
          </li>
        ))}
        <li className="flex flex-col gap-2 border-b py-3">
          <Address call={chat} />
          <TextArea label="질문" rows={2} maxLength={4000} value={prompt} onValue={setPrompt} />
          <div>
            <Button
              icon={<Send size={16} strokeWidth={1.5} aria-hidden />}
              {...send(chat)}
              {...(prompt.trim() === '' ? { disabledReason: '질문을 입력해 주세요.' } : {})}
            >
              {chat.name}
            </Button>
          </div>
        </li>
        <li className="flex flex-col items-start gap-2 border-b py-3">
          <Address call={restart} />
          <p className="text-ink-2">워커의 지표를 새로 계산하고 모든 워커를 재시작합니다.</p>
          <Button {...send(restart)} onClick={() => void askRestart()}>
            {restart.name}
          </Button>
        </li>
      </ul>
      <TestResponse outcome={outcome} running={running} />
    </div>
  )
}

function Address({ call: { method, path } }: { call: TestCall }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Badge tone={method === 'GET' ? 'info' : 'good'}>{method}</Badge>
      <code className="break-all text-label text-ink-2">{path}</code>
    </span>
  )
}
