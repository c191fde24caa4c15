import { josa } from 'es-hangul'
import { factorPath } from '#contract/session/second-factor.ts'
import { answerOf } from '../../session/answer-of.ts'
import { useApi } from '../../session/api.tsx'
import { useConfirm } from '../../ui/overlays/confirm.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'

/** Removes one factor after asking. `path`: below the base path of the factor endpoints. */
export function useRemoval(onChange: () => void): (name: string, path: string) => Promise<void> {
  const api = useApi()
  const toast = useToast()
  const confirm = useConfirm()
  return async (name, path) => {
    const isSure = await confirm({
      title: `${josa(name, '을/를')} 삭제하시겠습니까?`,
      message: '삭제하면 이 수단으로는 더 이상 인증할 수 없습니다.',
      confirmLabel: '삭제',
      isDestructive: true,
    })
    if (!isSure) return
    const answer = await answerOf(api.delete(`${factorPath}/${path}`).json())
    if (answer.ok) toast.success(`${josa(name, '을/를')} 삭제했습니다.`)
    else toast.error(answer.problem.message)
    onChange()
  }
}
