import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { buttonClass } from '#app/ui/buttons/button-look.ts'
import { inputClass } from '#app/ui/fields/text-field.tsx'

/**
 * Looks for posts. The search is part of the address, so that without a script the browser asks by
 * itself.
 */
export function BlogSearch({ search }: { search: string | null }) {
  const navigate = useNavigate()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('search')
    const text = typeof typed === 'string' ? typed.trim() : ''
    void navigate({ to: '/blog', search: text === '' ? {} : { search: text } })
  }
  return (
    <form
      role="search"
      method="get"
      action="/blog"
      onSubmit={submit}
      data-screen-only
      className="mb-6 flex max-w-[480px] gap-2 lg:ml-[240px]"
    >
      <input
        key={search}
        type="search"
        name="search"
        aria-label="소식 검색"
        placeholder="찾는 말을 입력하세요"
        defaultValue={search ?? ''}
        maxLength={200}
        enterKeyHint="search"
        autoComplete="off"
        className={`${inputClass} h-11 flex-1`}
      />
      <button type="submit" className={`${buttonClass('secondary')} h-11 shrink-0`}>
        검색
      </button>
    </form>
  )
}
