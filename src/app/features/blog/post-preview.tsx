import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { categoryLabel } from '#contract/blog/blog-words.ts'
import { useApi } from '#app/session/api.tsx'
import { afterTyping } from '#app/ui/filter-bar/after-typing.ts'
import { Prose } from '#app/ui/display/prose.tsx'
import { previewOf } from './blog-calls.ts'
import type { PostForm } from './post-form.ts'

const previewDelayMs = 400

/** Preview rendered by the server exactly as at a save. */
export function PostPreview({ form }: { form: PostForm }) {
  const { title, markdown } = form
  const api = useApi()
  const source = useRested(markdown)
  const { data } = useQuery({
    queryKey: ['blog-preview', source],
    queryFn: async () => await previewOf(api, source),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  return (
    <section
      aria-label="미리보기"
      className="min-w-0 border-t border-rule-strong pt-3 font-text lg:sticky lg:top-4 lg:max-h-[calc(100dvh-9rem)] lg:overflow-y-auto"
    >
      <p className="flex justify-between gap-3 text-label text-ink-3">
        <span>미리보기</span>
        {data?.ok ? <span>{data.value.readingTime}분 분량</span> : null}
      </p>
      <p className="mt-4 font-semibold text-seal">{categoryLabel(form.category)}</p>
      <p className="mt-2 text-[27px] leading-[40px] font-bold">{title || '제목 없음'}</p>
      <p className="mt-3 text-ink-2">작성자 {form.author_name}</p>
      {form.image ? (
        <img
          src={form.image}
          alt={form.image_alt}
          className="mt-6 aspect-[2/1] w-full max-w-[40rem] border object-cover"
        />
      ) : null}
      <div className="mt-6" aria-busy={source !== markdown}>
        {data === undefined ? null : data.ok ? (
          <Prose html={data.value.html} />
        ) : (
          <p role="status" className="text-seal">
            {data.isUnreachable ? `${data.problem.message} 미리보기는 연결되면 다시 표시됩니다.` : data.problem.message}
          </p>
        )}
      </div>
    </section>
  )
}

/** Debounced text. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => afterTyping(() => setRested(text), previewDelayMs), [text])
  return rested
}
