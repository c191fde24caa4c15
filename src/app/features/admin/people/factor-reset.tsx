import { personFactorPath } from '#contract/second-factor.ts'
import type { Person } from '#contract/people.ts'
import { answerOf } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'

/** For somebody who has lost telephone, keys and recovery codes: all go, and they set one up anew after signing in. */
export function FactorReset({ person, onDone }: { person: Person; onDone(): void }) {
  const api = useApi()
  const toast = useToast()
  const confirm = useConfirm()

  async function reset() {
    const isSure = await confirm({
      title: `${person.name} 님의 2단계 인증을 초기화하시겠습니까?`,
      message:
        '등록한 패스키, 인증 앱, 복구 코드가 모두 삭제되고 모든 기기에서 로그아웃됩니다. 본인의 요청이 맞는지 직접 확인한 뒤 초기화해 주세요.',
      confirmLabel: '초기화',
      isDestructive: true,
    })
    if (!isSure) return
    const answer = await answerOf(api.delete(personFactorPath(person.id)).json())
    if (!answer.ok) return toast.error(answer.problem.message)
    toast.success(`${person.name} 님의 2단계 인증을 초기화했습니다.`)
    onDone()
  }
  return (
    <section aria-labelledby="factor" className="flex flex-wrap items-center justify-between gap-2">
      <h3 id="factor" className="font-semibold">
        2단계 인증
      </h3>
      <Button size="sm" tone="transparent" className="text-seal" onClick={() => void reset()}>
        2단계 인증 초기화
      </Button>
    </section>
  )
}
