import { useState } from 'react'
import type { ChainState } from '#contract/trail/trail-chain.ts'
import { chainFaultText } from '#domain/trail/chain-words.ts'
import { AnswerPlace } from '#app/session/answer-states.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { momentText } from '#app/ui/display/moment-text.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { useChain } from './use-trail-standing.ts'

type ChainDialogProps = ReturnType<typeof useChain> & { onClose(): void }

/** 위변조 확인: the result of the last check, a new check, and the key of signed exports. */
export function ChainDialog({ data, isFetching, refetch, check, onClose }: ChainDialogProps) {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)

  async function checkNow() {
    setBusy(true)
    const answer = await check()
    setBusy(false)
    if (!answer.ok) return toast.error(answer.problem.message)
    if (answer.value.last?.is_whole) toast.success('접속기록이 온전합니다.')
    else toast.error('접속기록이 온전하지 않습니다.')
  }

  return (
    <Dialog
      open
      title="위변조 확인"
      description="기록마다 앞선 기록과 이어진 해시값을 두어, 데이터베이스에서 고치거나 지우거나 끼워 넣은 기록을 찾습니다. 서버가 하루에 한 번 스스로 확인합니다."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>닫기</Button>
          <Button tone="primary" isBusy={isBusy} onClick={() => void checkNow()}>
            지금 확인
          </Button>
        </>
      }
    >
      <div className="mt-4">
        <AnswerPlace answer={data} noun="확인 결과는" isBusy={isFetching} onRetry={() => void refetch()}>
          {(state) => <Facts state={state} />}
        </AnswerPlace>
      </div>
    </Dialog>
  )
}

function Facts({ state: { last, fingerprint } }: { state: ChainState }) {
  const facts = [
    ...(last
      ? [
          ['마지막 확인', `${momentText(Date.parse(last.checked_at))} · ${last.checked_by}`],
          ['확인한 양', `기록 ${text(last.row_count)}건, 연결 ${text(last.link_count)}개`],
          ['마지막 연결', last.head_number === 0 ? '' : `${last.head_number}번 ${last.head_hash}`],
        ]
      : []),
    ['서명 키의 지문', fingerprint],
  ].filter(([, value]) => value)
  return (
    <div className="flex flex-col gap-3 border-b py-3">
      <p className="flex flex-wrap items-center gap-2">
        {last === null ? (
          <>
            <Badge>확인 전</Badge> 아직 확인하지 않았습니다.
          </>
        ) : last.is_whole ? (
          <>
            <Badge tone="good">이어짐</Badge> 바뀌거나 없어진 기록이 없습니다.
          </>
        ) : (
          <>
            <Badge tone="seal">끊어짐</Badge> 바뀌거나 없어진 기록이 있습니다.
          </>
        )}
      </p>
      {last && last.faults.length > 0 ? (
        <ul aria-label="찾은 문제" className="list-disc pl-5">
          {last.faults.map((fault) => (
            <li key={`${fault.kind} ${fault.seq} ${fault.link}`}>{chainFaultText(fault)}</li>
          ))}
        </ul>
      ) : null}
      <dl className="tabular grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function text(count: number): string {
  return count.toLocaleString('ko-KR')
}
