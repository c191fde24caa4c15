import { useRef } from 'react'
import { postCategories } from '#contract/blog-words.ts'
import { maxPostLength } from '#contract/blog.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { PictureButton } from './picture-button.tsx'
import { withPicture } from './post-form.ts'
import type { Editor } from './use-editor.ts'

const offlineReason = '연결되면 올릴 수 있습니다.'

/** What a post consists of; the refusals of the last save stand at their fields. */
export function PostFields({ editor, isOffline }: { editor: Editor; isOffline: boolean }) {
  const { form, change, problem } = editor
  const errors = problem?.fields ?? {}
  const disabledReason = isOffline ? offlineReason : undefined
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <TextField
        label="제목"
        isRequired
        value={form.title}
        onValue={(title) => change({ title })}
        error={errors['title']}
        maxLength={120}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="분류"
          value={form.category}
          choices={postCategories}
          onValue={(category) => change({ category })}
          error={errors['category']}
        />
        <TextField
          label="작성자"
          isRequired
          value={form.author_name}
          onValue={(author) => change({ author_name: author })}
          error={errors['author_name']}
          maxLength={40}
        />
      </div>
      <TextArea
        label="요약"
        hint="목록과 검색 결과에 보입니다. 300자까지, 게시할 때 필요합니다."
        rows={2}
        value={form.excerpt}
        onValue={(excerpt) => change({ excerpt })}
        error={errors['excerpt']}
        maxLength={300}
      />
      <TextField
        label="태그"
        hint="쉼표로 나누어 8개까지"
        value={form.tags}
        onValue={(tags) => change({ tags })}
        error={errors['tags'] ?? Object.entries(errors).find(([key]) => key.startsWith('tags'))?.[1]}
      />
      <Cover editor={editor} disabledReason={disabledReason} />
      <Source editor={editor} disabledReason={disabledReason} />
    </div>
  )
}

function Cover({ editor, disabledReason }: { editor: Editor; disabledReason: string | undefined }) {
  const { form, change, problem } = editor
  return (
    <div role="group" aria-label="대표 그림" className="flex flex-col gap-2">
      <p className="text-label font-semibold text-ink-2">대표 그림</p>
      {form.image ? (
        <div className="flex items-end gap-3">
          <img src={form.image} alt="대표 그림 미리보기" className="h-20 w-40 rounded-control border object-cover" />
          <Button size="sm" tone="transparent" onClick={() => change({ image: null })}>
            그림 빼기
          </Button>
        </div>
      ) : null}
      <PictureButton
        label="대표 그림 올리기"
        onPicture={(image) => change({ image })}
        disabledReason={disabledReason}
      />
      {problem?.fields?.['image'] ? <p className="text-label text-seal">{problem.fields['image']}</p> : null}
    </div>
  )
}

function Source({ editor, disabledReason }: { editor: Editor; disabledReason: string | undefined }) {
  const { form, change, problem } = editor
  const area = useRef<HTMLTextAreaElement>(null)
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        ref={area}
        label="본문"
        hint="마크다운: ## 소제목, **굵게**, - 목록, > 인용, [글](주소), | 표 |"
        rows={18}
        value={form.markdown}
        onValue={(markdown) => change({ markdown })}
        error={problem?.fields?.['markdown']}
        maxLength={maxPostLength}
        spellCheck={false}
      />
      <PictureButton
        label="본문에 그림 넣기"
        disabledReason={disabledReason}
        onPicture={(url) => {
          const at = area.current?.selectionStart ?? form.markdown.length
          change({ markdown: withPicture(form.markdown, at, url) })
        }}
      />
    </div>
  )
}
