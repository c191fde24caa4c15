import { useQuery } from '@tanstack/react-query'
import { officeSchema } from '#contract/office/office-settings.ts'
import { officePath } from '#contract/office/office-words.ts'
import { isUnnamed, type KnownOffice } from '#domain/office/office-words.ts'
import { AnswerPending, AnswerRefusal } from '#app/session/answer-states.tsx'
import { answerOf, type Answer } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import { currentOffice } from '#app/ui/office-facts.ts'
import { OfficeEditor } from './office-editor.tsx'
import { officeQuery } from './use-office-form.ts'

/**
 * 사무소 in the settings: the office's details for public pages, letters, forms and prints. Read-only
 * without a connection.
 */
export function OfficeSection() {
  const api = useApi()
  const { data, isFetching, refetch } = useQuery({
    queryKey: officeQuery,
    queryFn: async ({ signal }): Promise<Answer<KnownOffice>> => {
      const answer = await answerOf(api.get(officePath, { signal }).json())
      return answer.ok ? { ok: true, value: officeSchema.parse(answer.value) } : answer
    },
    // Always fresh, so that edits start from the current values.
    staleTime: 0,
  })
  const shown = data?.ok ? data.value : data?.isUnreachable ? currentOffice() : null
  return (
    <section aria-labelledby="office" className="flex flex-col gap-3">
      <div>
        <h2 id="office" className="text-lead font-semibold">
          사무소
        </h2>
        <p className="measure text-ink-2">
          공개 페이지와 공문, 신청서, 출력물에 적히는 내용입니다. 저장하면 바로 바뀌고, 이미 저장한 공문은 그대로입니다.
        </p>
        {shown && isUnnamed(shown) ? (
          <p className="measure mt-2 rounded-control bg-warn-wash px-3 py-2 text-warn">
            사무소 이름을 아직 확인하지 않았습니다. 저장하기 전에는 누리집에 ‘준비 중’이라고만 나오고 공문, 신청서,
            청구서를 만들 수 없습니다.
          </p>
        ) : null}
      </div>
      <div className="border-t border-rule-strong pt-3">
        {shown ? (
          <OfficeEditor office={shown} isOnline={data?.ok === true} />
        ) : data?.ok === false ? (
          <AnswerRefusal answer={data} noun="사무소 정보는" isBusy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <AnswerPending />
        )}
      </div>
    </section>
  )
}
